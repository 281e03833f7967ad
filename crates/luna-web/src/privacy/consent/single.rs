//! Consent to one thing alone, of people who do not come to play: raters, and those invited to a contest.

use luna_app::consent::{Text, text};
use luna_store::consent::Purpose;
use maud::{Markup, html};

use super::boxes::{adult_box, tick};
use super::points::{unfolding, whole};
use crate::http::error::Error;
use crate::http::form::Form;

/// The field with the hash of the text on the page.
const TEXT: &str = "text";

/// A thing to agree to, and the publication of what comes of it.
#[derive(Clone, Copy)]
pub(crate) struct Single {
    text: &'static Text,
    publication: &'static Text,
}

pub(crate) const RATING: Single =
    Single { text: text(Purpose::Rating), publication: text(Purpose::RatingPublication) };

impl Single {
    pub(crate) const fn new(text: &'static Text, publication: Purpose) -> Single {
        Single { text, publication: luna_app::consent::text(publication) }
    }

    /// The text and its boxes. `is_adult`: they have said so before.
    pub(crate) fn fields(self, is_adult: bool, is_published: bool) -> Markup {
        html! {
            input type="hidden" name=(TEXT) value=(self.text.hash());
            (whole(self.text))
            (tick("publication", self.publication.label, is_published, false, None))
            (unfolding(self.publication))
            @if !is_adult { (adult_box(&Form::default(), None)) }
        }
    }

    /// Refuses a form that did not show the text in force.
    pub(crate) fn check(self, form: &Form) -> Result<(), Error> {
        if form.text(TEXT) == self.text.hash() {
            return Ok(());
        }
        let why = "The text that you agree to has changed. Please reload the page and read it.";
        Err(Error::Refused(why.to_owned()))
    }

    /// The box that stands for agreeing, where the button does not say it.
    pub(crate) fn agreement(self) -> Markup {
        tick("agree", self.text.label, false, true, None)
    }
}
