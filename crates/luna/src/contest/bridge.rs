//! `luna contest bridge`: programs behind folders take part in a contest of an instance.
//!
//! The bridge is the judge's side of each folder: it writes what the judge types on the site, and
//! sends what the program writes.

pub(super) mod folder;
pub(super) mod report;
mod sender;
pub(super) mod talk;

use std::path::PathBuf;

use clap::Args;
use luna_machines::contest_seat::Seat;
use tokio::sync::mpsc::channel;

use self::report::Report;
use super::choose_folder::choose;
use crate::config::environment;
use crate::failure::Failure;
use crate::serve::signals;
use crate::terminal::print::Printer;

#[derive(Args, Debug)]
pub(crate) struct Bridge {
    /// The folder of a program, by the protocol of the Loebner Prize; one for each invitation in the
    /// variable `LUNA_INVITATIONS`, in their order [default: choose each from a list]
    #[arg(long, value_name = "FOLDER")]
    lpp: Vec<PathBuf>,
    /// Look into the folders every few milliseconds, instead of waiting for notifications
    #[arg(long)]
    poll: bool,
}

impl Bridge {
    pub(super) async fn run(&self, out: &mut Printer) -> Result<(), Failure> {
        let links = environment::variable("LUNA_INVITATIONS").ok_or_else(|| {
            Failure::Settings(
                "the variable LUNA_INVITATIONS must hold the link of each program's invitation, \
                 separated by spaces; the organiser has them"
                    .to_owned(),
            )
        })?;
        let program = environment::random().secret();
        let seats = links.split_whitespace().map(|link| Seat::new(link, &program));
        let seats: Vec<Seat> = seats.collect::<Result<_, _>>().map_err(Failure::Settings)?;
        let folders = self.folders(seats.len())?;
        let (sender, mut reports) = channel(64);
        for (seat, path) in seats.into_iter().zip(folders) {
            let folder = folder::Folder::new(path, self.poll)?;
            let sender = sender.clone();
            tokio::spawn(async move {
                let ended = talk::run(seat, folder, &sender).await;
                drop(sender.send(Report::Ended(ended)).await);
            });
        }
        drop(sender);
        let mut failed = None;
        let print = async {
            while let Some(report) = reports.recv().await {
                match report {
                    Report::Ended(Ok(())) => {}
                    Report::Ended(Err(why)) => {
                        // The others go on.
                        tracing::error!("{why}");
                        failed = Some(why);
                    }
                    report => report.print(out)?,
                }
            }
            Ok::<_, Failure>(())
        };
        tokio::select! {
            printed = print => printed?,
            () = signals::stop_signal() => return Ok(()),
        }
        failed.map_or(Ok(()), |why| Err(Failure::Refused(why)))
    }

    /// A folder for each seat, chosen from a list where none is named.
    fn folders(&self, seats: usize) -> Result<Vec<PathBuf>, Failure> {
        if self.lpp.len() > seats {
            let why = format!(
                "there are {} folders and {seats} invitations; each folder needs one in \
                 LUNA_INVITATIONS",
                self.lpp.len()
            );
            return Err(Failure::Usage(why));
        }
        let mut folders = self.lpp.clone();
        for nth in folders.len() + 1..=seats {
            folders.push(choose(&format!("the program of invitation {nth}"))?);
        }
        let mut known: Vec<PathBuf> =
            folders.iter().filter_map(|it| it.canonicalize().ok()).collect();
        known.sort();
        if let Some([twice, _]) = known.windows(2).find(|pair| pair[0] == pair[1]) {
            let why = format!("two programs cannot share the folder {}", twice.display());
            return Err(Failure::Refused(why));
        }
        Ok(folders)
    }
}
