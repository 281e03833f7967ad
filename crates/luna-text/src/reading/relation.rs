//! Relations between a word and its head, as Universal Dependencies define them.

use super::tag::named;

named! {
    /// The relation of a word to its head, without its subtype.
    Relation {
        /// Clause that modifies a noun.
        Acl = "acl",
        /// Clause that modifies a verb.
        Advcl = "advcl",
        Advmod = "advmod",
        Amod = "amod",
        /// Apposition.
        Appos = "appos",
        Aux = "aux",
        /// Preposition or possessive marker.
        Case = "case",
        /// Coordinating conjunction, a dependent of the conjunct after it.
        Cc = "cc",
        /// Clause that is an object, with its own subject.
        Ccomp = "ccomp",
        Compound = "compound",
        /// Conjunct, a dependent of the first one.
        Conj = "conj",
        /// Copula, a dependent of the predicate.
        Cop = "cop",
        /// Clause that is a subject.
        Csubj = "csubj",
        Dep = "dep",
        Det = "det",
        Discourse = "discourse",
        Dislocated = "dislocated",
        /// Expletive *it* or *there*.
        Expl = "expl",
        /// Later word of a fixed expression, such as *of* in *because of*.
        Fixed = "fixed",
        /// Later word of a name.
        Flat = "flat",
        /// Later piece of a word that was written apart.
        Goeswith = "goeswith",
        /// Indirect object.
        Iobj = "iobj",
        List = "list",
        /// Word that opens a subordinate clause; *to* before an infinitive.
        Mark = "mark",
        /// Nominal that modifies a noun.
        Nmod = "nmod",
        Nsubj = "nsubj",
        Nummod = "nummod",
        Obj = "obj",
        /// Nominal that modifies a verb, such as a prepositional phrase.
        Obl = "obl",
        Orphan = "orphan",
        Parataxis = "parataxis",
        Punct = "punct",
        Reparandum = "reparandum",
        Root = "root",
        Vocative = "vocative",
        /// Clause without a subject of its own, such as an infinitive.
        Xcomp = "xcomp",
    }
}

named! {
    /// The part of a relation's name after the colon.
    Subtype {
        /// Agent of a passive.
        Agent = "agent",
        /// Modifier that describes, such as a year or a title.
        Desc = "desc",
        /// Subject of a predicate that is a clause.
        Outer = "outer",
        /// Passive subject or auxiliary.
        Pass = "pass",
        Poss = "poss",
        /// *Both* or *either* before a coordination.
        Preconj = "preconj",
        /// *All* or *such* before a determiner.
        Predet = "predet",
        /// Particle of a phrasal verb.
        Prt = "prt",
        /// Relative clause.
        Relcl = "relcl",
        /// Nominal without a preposition, such as *last week*.
        Unmarked = "unmarked",
    }
}
