//! Delivery of mail to an SMTP server. Without one, mails wait for an operator to read them.

use std::sync::Arc;
use std::time::Duration;

use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use luna_app::jobs::Deliver;
use luna_store::mail::Mail;

use crate::config::Config;
use crate::failure::Failure;

type Smtp = AsyncSmtpTransport<Tokio1Executor>;

pub(crate) fn smtp(url: &str) -> Result<Smtp, Failure> {
    let wrong = |error: lettre::transport::smtp::Error| {
        Failure::Settings(format!(
            "the SMTP server is given as smtp://USER:PASSWORD@HOST:PORT or smtps://…: {error}"
        ))
    };
    Ok(Smtp::from_url(url).map_err(wrong)?.timeout(Some(Duration::from_secs(20))).build())
}

pub(crate) fn deliver(config: &Config) -> Result<Deliver, Failure> {
    let from: Mailbox = config.mail_from.parse().map_err(|error| {
        Failure::Settings(format!("mail_from is not an address: {} ({error})", config.mail_from))
    })?;
    let Some(url) = &config.smtp else {
        return Ok(Arc::new(|mail: Mail| {
            // Logs are kept and shipped, so they contain no address and no link that opens
            // an account.
            tracing::info!(
                mail = mail.id,
                kind = mail.kind,
                "a mail waits at /admin/mail and for `luna admin mail`: no SMTP server is configured"
            );
            Box::pin(async { Ok(()) })
        }));
    };
    let smtp = smtp(url)?;
    Ok(Arc::new(move |mail: Mail| {
        let (smtp, message) = (smtp.clone(), message(&from, &mail));
        Box::pin(
            async move { smtp.send(message?).await.map(drop).map_err(|error| error.to_string()) },
        )
    }))
}

fn message(from: &Mailbox, mail: &Mail) -> Result<Message, String> {
    let to = mail.address.parse().map_err(|error| format!("{}: {error}", mail.address))?;
    let domain = from.email.domain();
    let mut builder = Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, to))
        .subject(&mail.subject)
        .message_id(Some(format!("<{}@{domain}>", mail.id)))
        .header(AutoSubmitted("auto-generated".to_owned()));
    if let Some(url) = &mail.off_url {
        builder = builder
            .header(ListUnsubscribe(format!("<{url}>")))
            .header(ListUnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
    }
    builder
        .multipart(MultiPart::alternative_plain_html(mail.plain.clone(), mail.html.clone()))
        .map_err(|error| error.to_string())
}

macro_rules! text_headers {
    ($($kind:ident $name:literal)*) => {$(
        #[derive(Clone)]
        struct $kind(String);

        impl Header for $kind {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok($kind(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                HeaderValue::new(Self::name(), self.0.clone())
            }
        }
    )*};
}

// RFC 3834 and RFC 8058: no auto-replies, and one click unsubscribes.
text_headers! {
    AutoSubmitted "Auto-Submitted"
    ListUnsubscribe "List-Unsubscribe"
    ListUnsubscribePost "List-Unsubscribe-Post"
}
