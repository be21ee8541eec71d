//! Forms that keep what was typed. When a form of the website is refused, its page is shown again:
//! filled as it was sent, with the message beside the field that it is about. Pages need no code
//! for this: the list of routes names the page of each form.

mod fields;
mod html;

use crate::app::fail::Fail;
use crate::app::refusal::Refusal;
use crate::http::access::Visitor;
use crate::i18n::Lang;
use axum::Form;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use tower::ServiceExt;

/// Names and values that a form sent, in its order.
type Sent = Vec<(String, String)>;

/// Passes a form on. If it is refused, answers with its page, filled.
pub async fn keep(State(page): State<MethodRouter>, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let body = match Bytes::from_request(again(&head, body), &()).await {
        Ok(body) => body,
        Err(large) => return unread(&head, large.body_text()).into_response(),
    };
    let response = next.run(again(&head, Body::from(body.clone()))).await;
    let Some(fail) = response.extensions().get::<Fail>().cloned() else { return response };
    if !matches!(fail, Fail::Bad(_) | Fail::Lines(_) | Fail::TooOften | Fail::Busy) {
        return response;
    }
    let sent = sent(&head, body).await;
    match shown_again(page, head, &sent, &fail).await {
        Some(mut shown) => {
            *shown.status_mut() = response.status();
            shown
        }
        None => response,
    }
}

/// The request with this body.
fn again(head: &Parts, body: Body) -> Request {
    Request::from_parts(head.clone(), body)
}

/// Why a body could not be read.
fn unread(head: &Parts, why: String) -> Fail {
    Fail::bad(if is_upload(head) { Refusal::Upload } else { Refusal::Form { why } })
}

fn is_upload(head: &Parts) -> bool {
    let kind = head.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("multipart/"))
}

/// The fields of the form, without files.
async fn sent(head: &Parts, body: Bytes) -> Sent {
    let request = again(head, Body::from(body));
    if !is_upload(head) {
        let read = Form::<Sent>::from_request(request, &()).await;
        return read.map(|Form(sent)| sent).unwrap_or_default();
    }
    let mut sent = Sent::new();
    let Ok(mut form) = Multipart::from_request(request, &()).await else { return sent };
    while let Ok(Some(field)) = form.next_field().await {
        let name = field.name().unwrap_or_default().to_string();
        if field.file_name().is_none()
            && let Ok(text) = field.text().await
        {
            sent.push((name, text));
        }
    }
    sent
}

/// The page of the form with what was sent, if the visitor may see it.
async fn shown_again(
    page: MethodRouter,
    mut head: Parts,
    sent: &Sent,
    fail: &Fail,
) -> Option<Response> {
    let lang = head.extensions.get::<Visitor>().map_or_else(Lang::default, |v| v.lang);
    let path = head.uri.path().to_string();
    head.method = Method::GET;
    let shown = page.oneshot(Request::from_parts(head, Body::empty())).await.ok()?;
    if shown.status() != StatusCode::OK {
        return None;
    }
    let (mut parts, body) = shown.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.ok()?;
    let html = String::from_utf8(bytes.into()).ok()?;
    let about = fields::of(fail);
    let filled = html::filled(&html, &path, sent, &fail.message(lang), &about);
    parts.headers.remove(header::CONTENT_LENGTH);
    // A page that loads itself again would lose what was typed.
    parts.headers.remove(header::REFRESH);
    Some(Response::from_parts(parts, Body::from(filled)))
}
