//! Parts of speech: the seventeen universal tags, and the Penn Treebank's finer tags as the English
//! Web Treebank uses them.

/// Defines an enumeration whose variants have names in files.
macro_rules! named {
    ($(#[$about:meta])* $type:ident { $($(#[$one:meta])* $variant:ident = $name:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$one])* $variant,)+
        }

        impl $type {
            pub const ALL: &[$type] = &[$($type::$variant,)+];

            /// The name in the treebank.
            pub fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }

            pub fn from_name(name: &str) -> Option<$type> {
                match name {
                    $($name => Some($type::$variant),)+
                    _ => None,
                }
            }
        }
    };
}

pub(super) use named;

named! {
    /// The part of speech of a word.
    UniversalTag {
        Adj = "ADJ",
        /// Preposition or postposition.
        Adp = "ADP",
        Adv = "ADV",
        /// Auxiliary, copula or modal.
        Aux = "AUX",
        /// Coordinating conjunction.
        Cconj = "CCONJ",
        Det = "DET",
        /// Interjection.
        Intj = "INTJ",
        Noun = "NOUN",
        /// Number.
        Num = "NUM",
        /// Particle: *not*, *to*, *'s*.
        Part = "PART",
        Pron = "PRON",
        /// Proper noun.
        Propn = "PROPN",
        /// Punctuation mark.
        Punct = "PUNCT",
        /// Subordinating conjunction.
        Sconj = "SCONJ",
        /// Symbol.
        Sym = "SYM",
        Verb = "VERB",
        /// Anything else.
        X = "X",
    }
}

named! {
    /// The Penn Treebank's tag of a word. [`PennTag::name`] is the treebank's spelling.
    PennTag {
        /// Address on the internet.
        Add = "ADD",
        /// Separate prefix or suffix.
        Afx = "AFX",
        Cc = "CC",
        Cd = "CD",
        Dt = "DT",
        /// *There* that only states existence.
        Ex = "EX",
        /// Foreign word.
        Fw = "FW",
        /// Part of a word that stands apart.
        Gw = "GW",
        Hyph = "HYPH",
        /// Preposition or subordinating conjunction.
        In = "IN",
        Jj = "JJ",
        Jjr = "JJR",
        Jjs = "JJS",
        /// Sign before an item of a list.
        Ls = "LS",
        /// Modal.
        Md = "MD",
        /// Superfluous punctuation.
        Nfp = "NFP",
        Nn = "NN",
        Nnp = "NNP",
        Nnps = "NNPS",
        Nns = "NNS",
        Pdt = "PDT",
        /// Possessive *'s*.
        Pos = "POS",
        Prp = "PRP",
        /// Possessive pronoun.
        PrpS = "PRP$",
        Rb = "RB",
        Rbr = "RBR",
        Rbs = "RBS",
        /// Particle of a phrasal verb.
        Rp = "RP",
        Sym = "SYM",
        To = "TO",
        Uh = "UH",
        Vb = "VB",
        /// Past tense.
        Vbd = "VBD",
        /// Gerund or present participle.
        Vbg = "VBG",
        /// Past participle.
        Vbn = "VBN",
        /// Present tense, not third person singular.
        Vbp = "VBP",
        /// Present tense, third person singular.
        Vbz = "VBZ",
        Wdt = "WDT",
        Wp = "WP",
        /// *Whose*.
        WpS = "WP$",
        Wrb = "WRB",
        OpeningQuote = "``",
        ClosingQuote = "''",
        OpeningBracket = "-LRB-",
        ClosingBracket = "-RRB-",
        Comma = ",",
        /// End of a sentence.
        Stop = ".",
        /// Colon, semicolon or dash.
        Colon = ":",
        Currency = "$",
        /// Tag that is none of these.
        Xx = "XX",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tag_is_found_by_its_name() {
        for &tag in UniversalTag::ALL {
            assert_eq!(UniversalTag::from_name(tag.name()), Some(tag));
        }
        for &tag in PennTag::ALL {
            assert_eq!(PennTag::from_name(tag.name()), Some(tag));
        }
        assert_eq!(PennTag::from_name("NOUN"), None);
    }
}
