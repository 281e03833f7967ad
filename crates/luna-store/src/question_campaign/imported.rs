//! Imported files, their articles and their questions.

use luna_core::question_rating::QuestionRating;

use crate::tx::Tx;
use crate::tx::error::{Error, Result};
use crate::tx::table::{Class, Erasure, Table};

const NOBODYS: Erasure = Erasure::NotPersonal;

pub(crate) const IMPORT: Table = Table {
    name: "question_import",
    key: &["id"],
    columns: &[(
        Class::NotPersonal,
        &["id", "name", "format", "checksum", "licence", "questions", "imported_at"],
    )],
    erasure: NOBODYS,
};

pub(crate) const ARTICLE: Table = Table {
    name: "question_article",
    key: &["id"],
    columns: &[(Class::NotPersonal, &["id", "import_id", "name", "text"])],
    erasure: NOBODYS,
};

pub(crate) const QUESTION: Table = Table {
    name: "machine_question",
    key: &["id"],
    columns: &[(
        Class::NotPersonal,
        &[
            "id",
            "import_id",
            "article_id",
            "number",
            "sentence",
            "question",
            "answer",
            "generator",
            "gold",
        ],
    )],
    erasure: NOBODYS,
};

record! {
    /// A file that was imported.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Import {
        pub id: String,
        pub name: String,
        pub format: String,
        pub checksum: String,
        pub licence: String,
        pub questions: i64,
        pub imported_at: i64,
    }
}

record! {
    /// A text that questions were made from.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Article {
        pub id: String,
        pub import_id: String,
        pub name: String,
        pub text: String,
    }
}

/// A question that a machine made from a sentence of an article.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineQuestion {
    pub id: String,
    pub import_id: String,
    pub article_id: String,
    /// Its place in the file, from 1.
    pub number: i64,
    pub sentence: String,
    pub question: String,
    pub answer: String,
    pub generator: String,
    /// The rating that it is known to deserve.
    pub gold: Option<QuestionRating>,
}

record! {
    struct Row {
        id: String,
        import_id: String,
        article_id: String,
        number: i64,
        sentence: String,
        question: String,
        answer: String,
        generator: String,
        gold: Option<i64>,
    }
}

impl Row {
    fn into_question(self) -> Result<MachineQuestion> {
        let gold = self.gold.map(stored_rating).transpose()?;
        let Row {
            id, import_id, article_id, number, sentence, question, answer, generator, ..
        } = self;
        Ok(MachineQuestion {
            id,
            import_id,
            article_id,
            number,
            sentence,
            question,
            answer,
            generator,
            gold,
        })
    }
}

/// A rating as it is stored.
pub(super) fn stored_rating(number: i64) -> Result<QuestionRating> {
    let found = u8::try_from(number).ok().and_then(|it| QuestionRating::try_from(it).ok());
    found.ok_or_else(|| Error::corrupt("an unknown rating of a question"))
}

/// Adds a file, unless one with its checksum is there. Returns false then.
pub fn add(tx: &mut Tx<'_>, new: &Import) -> Result<bool> {
    let added = run!(
        tx,
        "INSERT INTO question_import (id, name, format, checksum, licence, questions, imported_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (checksum) DO NOTHING",
        new.id,
        new.name,
        new.format,
        new.checksum,
        new.licence,
        new.questions,
        new.imported_at,
    );
    Ok(added > 0)
}

pub fn by_checksum(tx: &mut Tx<'_>, checksum: &str) -> Result<Option<Import>> {
    Ok(row!(
        tx,
        "SELECT id, name, format, checksum, licence, questions, imported_at FROM question_import
         WHERE checksum = $1",
        checksum,
    ))
}

pub fn find(tx: &mut Tx<'_>, id: &str) -> Result<Import> {
    let found: Option<Import> = row!(
        tx,
        "SELECT id, name, format, checksum, licence, questions, imported_at FROM question_import
         WHERE id = $1",
        id,
    );
    found.ok_or(Error::NotFound)
}

/// The latest files.
pub fn latest(tx: &mut Tx<'_>, most: i64) -> Result<Vec<Import>> {
    Ok(rows!(
        tx,
        "SELECT id, name, format, checksum, licence, questions, imported_at FROM question_import
         WHERE imported_at > 0 ORDER BY imported_at DESC, id DESC LIMIT $1",
        most,
    ))
}

pub fn add_article(tx: &mut Tx<'_>, new: &Article) -> Result<()> {
    run!(
        tx,
        "INSERT INTO question_article (id, import_id, name, text) VALUES ($1, $2, $3, $4)",
        new.id,
        new.import_id,
        new.name,
        new.text,
    );
    Ok(())
}

pub fn article(tx: &mut Tx<'_>, id: &str) -> Result<Article> {
    let found: Option<Article> =
        row!(tx, "SELECT id, import_id, name, text FROM question_article WHERE id = $1", id);
    found.ok_or(Error::NotFound)
}

pub fn add_question(tx: &mut Tx<'_>, new: &MachineQuestion) -> Result<()> {
    run!(
        tx,
        "INSERT INTO machine_question
         (id, import_id, article_id, number, sentence, question, answer, generator, gold)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        new.id,
        new.import_id,
        new.article_id,
        new.number,
        new.sentence,
        new.question,
        new.answer,
        new.generator,
        new.gold.map(|it| i64::from(it.number())),
    );
    Ok(())
}

pub fn question(tx: &mut Tx<'_>, id: &str) -> Result<MachineQuestion> {
    let found: Option<Row> = row!(
        tx,
        "SELECT id, import_id, article_id, number, sentence, question, answer, generator, gold
         FROM machine_question WHERE id = $1",
        id,
    );
    found.ok_or(Error::NotFound)?.into_question()
}

/// The questions of a file, in its order.
pub fn questions(tx: &mut Tx<'_>, import_id: &str) -> Result<Vec<MachineQuestion>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT id, import_id, article_id, number, sentence, question, answer, generator, gold
         FROM machine_question WHERE import_id = $1 ORDER BY number",
        import_id,
    );
    rows.into_iter().map(Row::into_question).collect()
}

/// The questions of a campaign, in the order of their places.
pub fn of_campaign(tx: &mut Tx<'_>, campaign_id: &str) -> Result<Vec<MachineQuestion>> {
    let rows: Vec<Row> = rows!(
        tx,
        "SELECT q.id, q.import_id, q.article_id, q.number, q.sentence, q.question, q.answer,
                q.generator, q.gold
         FROM question_campaign_item i JOIN machine_question q ON q.id = i.question_id
         WHERE i.campaign_id = $1 ORDER BY i.place",
        campaign_id,
    );
    rows.into_iter().map(Row::into_question).collect()
}

/// The gold questions of a campaign, each with the rating that it is known to deserve.
pub fn gold_of_campaign(
    tx: &mut Tx<'_>,
    campaign_id: &str,
) -> Result<Vec<(String, QuestionRating)>> {
    let rows: Vec<(String, i64)> = rows!(
        tx,
        "SELECT q.id, q.gold
         FROM question_campaign_item i JOIN machine_question q ON q.id = i.question_id
         WHERE i.campaign_id = $1 AND i.batch = 0 AND q.gold IS NOT NULL ORDER BY i.place",
        campaign_id,
    );
    rows.into_iter().map(|(id, gold)| Ok((id, stored_rating(gold)?))).collect()
}
