//! Irregular verbs: base form, past tense, past participle.

/// Past tense and past participle of an irregular verb.
pub(super) fn find(lemma: &str) -> Option<(&'static str, &'static str)> {
    let row = VERBS.iter().find(|(base, _, _)| *base == lemma)?;
    Some((row.1, row.2))
}

/// The base form of an irregular past tense or participle.
pub(super) fn base(form: &str) -> Option<&'static str> {
    VERBS.iter().find(|(_, past, done)| *past == form || *done == form).map(|row| row.0)
}

#[rustfmt::skip]
const VERBS: &[(&str, &str, &str)] = &[
    ("arise", "arose", "arisen"), ("awake", "awoke", "awoken"), ("be", "was", "been"),
    ("bear", "bore", "born"), ("beat", "beat", "beaten"), ("become", "became", "become"),
    ("begin", "began", "begun"), ("bend", "bent", "bent"), ("bet", "bet", "bet"),
    ("bind", "bound", "bound"), ("bite", "bit", "bitten"), ("bleed", "bled", "bled"),
    ("blow", "blew", "blown"), ("break", "broke", "broken"), ("breed", "bred", "bred"),
    ("bring", "brought", "brought"), ("broadcast", "broadcast", "broadcast"),
    ("build", "built", "built"), ("burst", "burst", "burst"), ("buy", "bought", "bought"),
    ("cast", "cast", "cast"), ("catch", "caught", "caught"), ("choose", "chose", "chosen"),
    ("cling", "clung", "clung"), ("light", "lit", "lit"), ("come", "came", "come"), ("cost", "cost", "cost"),
    ("creep", "crept", "crept"), ("cut", "cut", "cut"), ("deal", "dealt", "dealt"),
    ("dig", "dug", "dug"), ("do", "did", "done"), ("draw", "drew", "drawn"),
    ("drink", "drank", "drunk"), ("drive", "drove", "driven"), ("eat", "ate", "eaten"),
    ("fall", "fell", "fallen"), ("feed", "fed", "fed"), ("feel", "felt", "felt"),
    ("fight", "fought", "fought"), ("find", "found", "found"), ("flee", "fled", "fled"),
    ("fling", "flung", "flung"), ("fly", "flew", "flown"), ("forbid", "forbade", "forbidden"),
    ("foresee", "foresaw", "foreseen"), ("forget", "forgot", "forgotten"),
    ("forgive", "forgave", "forgiven"), ("freeze", "froze", "frozen"), ("get", "got", "got"),
    ("give", "gave", "given"), ("go", "went", "gone"), ("grind", "ground", "ground"),
    ("grow", "grew", "grown"), ("hang", "hung", "hung"), ("have", "had", "had"),
    ("hear", "heard", "heard"), ("hide", "hid", "hidden"), ("hit", "hit", "hit"),
    ("hold", "held", "held"), ("hurt", "hurt", "hurt"), ("keep", "kept", "kept"),
    ("kneel", "knelt", "knelt"), ("know", "knew", "known"), ("lay", "laid", "laid"),
    ("lead", "led", "led"), ("leave", "left", "left"), ("lend", "lent", "lent"),
    ("let", "let", "let"), ("lie", "lay", "lain"), ("lose", "lost", "lost"),
    ("make", "made", "made"), ("mean", "meant", "meant"), ("meet", "met", "met"),
    ("mislead", "misled", "misled"), ("mistake", "mistook", "mistaken"), ("outdo", "outdid", "outdone"),
    ("overcome", "overcame", "overcome"), ("oversee", "oversaw", "overseen"),
    ("overtake", "overtook", "overtaken"), ("overthrow", "overthrew", "overthrown"),
    ("pay", "paid", "paid"), ("put", "put", "put"), ("quit", "quit", "quit"),
    ("read", "read", "read"), ("rebuild", "rebuilt", "rebuilt"), ("repay", "repaid", "repaid"),
    ("retake", "retook", "retaken"), ("rewrite", "rewrote", "rewritten"), ("rid", "rid", "rid"),
    ("ride", "rode", "ridden"), ("ring", "rang", "rung"), ("rise", "rose", "risen"),
    ("run", "ran", "run"), ("say", "said", "said"), ("see", "saw", "seen"),
    ("seek", "sought", "sought"), ("sell", "sold", "sold"), ("send", "sent", "sent"),
    ("set", "set", "set"), ("shake", "shook", "shaken"), ("shed", "shed", "shed"),
    ("shine", "shone", "shone"), ("shoot", "shot", "shot"), ("show", "showed", "shown"),
    ("shrink", "shrank", "shrunk"), ("shut", "shut", "shut"), ("sing", "sang", "sung"),
    ("sink", "sank", "sunk"), ("sit", "sat", "sat"), ("sleep", "slept", "slept"),
    ("slide", "slid", "slid"), ("speak", "spoke", "spoken"), ("spend", "spent", "spent"),
    ("spin", "spun", "spun"), ("split", "split", "split"), ("spread", "spread", "spread"),
    ("spring", "sprang", "sprung"), ("stand", "stood", "stood"), ("steal", "stole", "stolen"),
    ("stick", "stuck", "stuck"), ("sting", "stung", "stung"), ("strike", "struck", "struck"),
    ("strive", "strove", "striven"), ("swear", "swore", "sworn"), ("sweep", "swept", "swept"),
    ("swell", "swelled", "swollen"), ("swim", "swam", "swum"), ("swing", "swung", "swung"),
    ("take", "took", "taken"), ("teach", "taught", "taught"), ("tear", "tore", "torn"),
    ("tell", "told", "told"), ("think", "thought", "thought"), ("throw", "threw", "thrown"),
    ("tread", "trod", "trodden"), ("undergo", "underwent", "undergone"),
    ("understand", "understood", "understood"), ("undertake", "undertook", "undertaken"),
    ("undo", "undid", "undone"), ("uphold", "upheld", "upheld"), ("wake", "woke", "woken"),
    ("wear", "wore", "worn"), ("weave", "wove", "woven"), ("weep", "wept", "wept"),
    ("win", "won", "won"), ("wind", "wound", "wound"), ("withdraw", "withdrew", "withdrawn"),
    ("withhold", "withheld", "withheld"), ("withstand", "withstood", "withstood"),
    ("wring", "wrung", "wrung"), ("write", "wrote", "written"),
];
