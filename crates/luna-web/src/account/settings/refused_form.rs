//! A form of the settings that was refused.

use crate::http::form::Form;

/// A refused form, with the field and its problem.
pub(super) struct RefusedForm {
    pub(super) field: &'static str,
    pub(super) why: String,
    pub(super) form: Form,
}

pub(super) fn problem<'a>(refused: Option<&'a RefusedForm>, field: &str) -> Option<&'a str> {
    refused.filter(|refused| refused.field == field).map(|refused| refused.why.as_str())
}

/// The text in a field of a refused form.
pub(super) fn typed<'a>(refused: Option<&'a RefusedForm>, name: &str) -> Option<&'a str> {
    refused.filter(|refused| refused.form.has(name)).map(|refused| refused.form.text(name))
}
