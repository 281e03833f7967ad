//! The choice of a reader of `/machines`: an order, and some of the machines. It is in the address, so
//! that it can be shared.

use luna_core::measure::MeasureKind;
use luna_core::skill::Skill;
use luna_store::machine::{LeaderboardRow, Transport};
use maud::{Markup, html};

use crate::http::form::{Form, encode};

/// The most characters of a name or an organisation that is looked for.
const LONGEST_NAME: usize = 30;

/// Kinds of machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    House,
    Registered,
    LanguageModel,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::House, Kind::Registered, Kind::LanguageModel];

    /// Its name in addresses.
    fn name(self) -> &'static str {
        match self {
            Kind::House => "house",
            Kind::Registered => "registered",
            Kind::LanguageModel => "language-model",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Kind::House => "Come with Luna",
            Kind::Registered => "Registered by somebody",
            Kind::LanguageModel => "Language models",
        }
    }

    fn has(self, line: &LeaderboardRow) -> bool {
        match self {
            Kind::House => line.comes_with_luna,
            Kind::Registered => !line.comes_with_luna,
            Kind::LanguageModel => Transport::from_name(&line.way) == Some(Transport::Openai),
        }
    }
}

/// The choice, of the measures by which machines can be ordered.
pub(super) struct LadderChoice {
    sort: Option<&'static MeasureKind>,
    kind: Option<Kind>,
    skill: Option<Skill>,
    text: String,
    /// Words of the address that mean nothing here.
    unknown: Vec<String>,
}

impl LadderChoice {
    pub(super) fn read(query: Option<&str>, kinds: &[&'static MeasureKind]) -> LadderChoice {
        let form = Form::of_query(query);
        let mut unknown = Vec::new();
        let sort = chosen(&form, "sort", &mut unknown, |name| {
            kinds.iter().find(|kind| kind.name == name).copied()
        });
        let kind = chosen(&form, "kind", &mut unknown, |name| {
            Kind::ALL.into_iter().find(|kind| kind.name() == name)
        });
        let skill = chosen(&form, "skill", &mut unknown, Skill::from_name);
        let text = form.text("q").trim().chars().take(LONGEST_NAME).collect();
        LadderChoice { sort, kind, skill, text, unknown }
    }

    /// The measure by which machines are ordered; none for the order of ranks.
    pub(super) fn sort(&self) -> Option<&'static MeasureKind> {
        self.sort
    }

    pub(super) fn takes(&self, line: &LeaderboardRow) -> bool {
        let text = self.text.to_lowercase();
        let has_text = [&line.name, &line.organisation].map(|it| it.to_lowercase().contains(&text));
        self.kind.is_none_or(|kind| kind.has(line))
            && self.skill.is_none_or(|skill| line.skills.has(skill))
            && has_text.contains(&true)
    }

    /// Returns true if some machines may be left out.
    pub(super) fn is_narrow(&self) -> bool {
        self.kind.is_some() || self.skill.is_some() || !self.text.is_empty()
    }

    /// The address of the same machines in the order of a measure.
    pub(super) fn sorted_by(&self, kind: &MeasureKind) -> String {
        let mut address = format!("/machines?sort={}", kind.name);
        for (name, value) in [
            ("kind", self.kind.map_or("", Kind::name)),
            ("skill", self.skill.map_or("", Skill::name)),
            ("q", &self.text),
        ] {
            if !value.is_empty() {
                address.extend(["&", name, "=", &encode(value)]);
            }
        }
        address
    }

    /// A sentence about words that were not understood.
    pub(super) fn note(&self) -> Markup {
        html! {
            @if !self.unknown.is_empty() {
                p.note role="status" {
                    "The address has something that this page does not know and left out: "
                    (self.unknown.join(", ")) "."
                }
            }
        }
    }

    pub(super) fn form(&self, kinds: &[&'static MeasureKind]) -> Markup {
        html! {
            form.row.search method="get" action="/machines" role="search" {
                label.unseen for="q" { "Part of the name or of the organisation" }
                input #q name="q" type="text" value=(self.text) placeholder="Name or organisation" maxlength=(LONGEST_NAME);
                label.unseen for="kind" { "Kind" }
                select #kind name="kind" {
                    option value="" { "All kinds" }
                    @for kind in Kind::ALL {
                        option value=(kind.name()) selected[self.kind == Some(kind)] { (kind.title()) }
                    }
                }
                label.unseen for="skill" { "Skill" }
                select #skill name="skill" {
                    option value="" { "Any skill" }
                    @for skill in Skill::ALL {
                        option value=(skill) selected[self.skill == Some(skill)] { "Can " (skill) }
                    }
                }
                label.unseen for="sort" { "Order" }
                select #sort name="sort" {
                    option value="" { "By rank" }
                    @for kind in kinds {
                        option value=(kind.name) selected[self.sort == Some(kind)] { "By " (kind.short) }
                    }
                }
                button.button.quiet { "Show" }
            }
        }
    }
}

/// The meaning of a parameter; an empty one is no choice.
fn chosen<T>(
    form: &Form,
    parameter: &str,
    unknown: &mut Vec<String>,
    find: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    let name = form.text(parameter);
    let found = find(name);
    if found.is_none() && !name.is_empty() {
        let name: String = name.chars().take(LONGEST_NAME).collect();
        unknown.push(format!("{parameter}={name}"));
    }
    found
}
