//! The forms of the test, for `luna measure`.

use luna_app::battery::{FORMS, form};

use crate::failure::Failure;
use crate::measure::{InputFiles, Material};

pub(crate) fn supply(_: &InputFiles<'_>, to: &mut Material) -> Result<(), Failure> {
    for (letter, text) in FORMS {
        to.note(&format!("common sense, form {letter}"), text.as_bytes());
        to.inputs.forms.push(form(letter).map_err(Failure::Refused)?.clone());
    }
    Ok(())
}
