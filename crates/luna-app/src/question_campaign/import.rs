//! Imports of machine-made questions from files.

use luna_machines::question_file::QuestionFile;
use luna_store::game::Context;
use luna_store::question_campaign::imported::{self, Article, Import, MachineQuestion};
use luna_store::{Result, Tx};

use crate::provenance::{ImportOutcome, Provenance};

/// Puts a file into the database, unless a file with its checksum is there.
pub fn import(
    tx: &mut Tx<'_>,
    at: &Context,
    file: &QuestionFile,
    provenance: &Provenance,
) -> Result<ImportOutcome<Import>> {
    let added = Import {
        id: at.random.id(at.now),
        name: provenance.name.clone(),
        format: file.format.name().to_owned(),
        checksum: provenance.checksum.clone(),
        licence: provenance.licence.clone(),
        questions: i64::try_from(file.questions.len()).unwrap_or(i64::MAX),
        imported_at: at.now,
    };
    if !imported::add(tx, &added)? {
        let known = imported::by_checksum(tx, &provenance.checksum)?;
        return Ok(ImportOutcome::Known(known.unwrap_or(added)));
    }
    let mut articles = Vec::new();
    for it in &file.articles {
        let article = Article {
            id: at.random.id(at.now),
            import_id: added.id.clone(),
            name: it.name.clone(),
            text: it.text.clone(),
        };
        imported::add_article(tx, &article)?;
        articles.push(article.id);
    }
    for (it, number) in file.questions.iter().zip(1..) {
        let question = MachineQuestion {
            id: at.random.id(at.now),
            import_id: added.id.clone(),
            article_id: articles.get(it.article).cloned().unwrap_or_default(),
            number,
            sentence: it.sentence.clone(),
            question: it.question.clone(),
            answer: it.answer.clone(),
            generator: it.generator.clone(),
            gold: it.gold,
        };
        imported::add_question(tx, &question)?;
    }
    Ok(ImportOutcome::Added(added))
}
