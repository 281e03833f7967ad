//! Consent to one thing alone, of people who do not come to play: raters, and those invited to a contest.

use luna_app::consent::text;
use luna_store::consent::Purpose;
use maud::{Markup, html};

use super::boxes::{adult_box, tick};
use super::points::{unfolding, whole};
use crate::error::Error;
use crate::form::Form;

/// The field with the hash of the text on the page.
const TEXT: &str = "text";

/// A thing to agree to, and the publication of what comes of it.
#[derive(Clone, Copy)]
pub(crate) struct Single {
    purpose: Purpose,
    publication: Purpose,
}

pub(crate) const RATING: Single =
    Single { purpose: Purpose::Rating, publication: Purpose::RatingPublication };
pub(crate) const CONTEST: Single =
    Single { purpose: Purpose::Contest, publication: Purpose::ContestPublication };

impl Single {
    /// The text and its boxes. `is_adult`: they have said so before.
    pub(crate) fn fields(self, is_adult: bool, is_published: bool) -> Markup {
        let publication = text(self.publication);
        html! {
            input type="hidden" name=(TEXT) value=(text(self.purpose).hash());
            (whole(text(self.purpose)))
            (tick("publication", publication.label, is_published, false, None))
            (unfolding(publication))
            @if !is_adult { (adult_box(&Form::default(), None)) }
        }
    }

    /// Refuses a form that did not show the text in force.
    pub(crate) fn check(self, form: &Form) -> Result<(), Error> {
        if form.text(TEXT) == text(self.purpose).hash() {
            return Ok(());
        }
        let why = "The text that you agree to has changed. Please reload the page and read it.";
        Err(Error::Refused(why.to_owned()))
    }

    /// The box that stands for agreeing, where the button does not say it.
    pub(crate) fn agreement(self) -> Markup {
        tick("agree", text(self.purpose).label, false, true, None)
    }
}
