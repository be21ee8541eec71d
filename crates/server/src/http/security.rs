//! The headers of every answer and the limits of every visitor.

use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{HeaderMap, header};

/// No scripts, nothing from elsewhere, in no frame.
const PAGES: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
                     form-action 'self'; frame-src 'self'; base-uri 'none'; \
                     frame-ancestors 'none'";
/// The same with our own script, which asks us alone.
pub const LIVE: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; \
                        style-src 'self'; img-src 'self' data:; font-src 'self'; \
                        form-action 'self'; frame-src 'self'; base-uri 'none'; \
                        frame-ancestors 'none'";
/// The viewer has all it needs inside, and reaches nothing: not even the site it is shown on,
/// because a sandboxed page has an origin of its own.
pub const VIEWER: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob: \
                          data:; worker-src blob: data:; connect-src data: blob:; \
                          style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; \
                          base-uri 'none'; frame-ancestors 'self'; \
                          sandbox allow-scripts allow-downloads";

/// Adds what protects visitors to an answer that does not say otherwise itself.
pub fn protect(headers: &mut HeaderMap, secure: bool) {
    let mut add = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    add(header::CONTENT_SECURITY_POLICY, PAGES);
    add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(header::REFERRER_POLICY, "same-origin");
    add(header::CACHE_CONTROL, "no-store");
    add(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    add(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    add(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
    if secure {
        add(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000");
    }
}

/// Whether a request that changes something comes from a page of ours, as far as the browser
/// says. Programs say nothing and bring a token instead.
#[must_use]
pub fn same_site(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).map(|v| v.to_str().unwrap_or("?"));
    if text("sec-fetch-site").is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return false;
    }
    match (text("origin"), text("host")) {
        (Some(origin), Some(host)) => origin.split_once("://").is_some_and(|o| o.1 == host),
        (Some(_), None) => false,
        (None, _) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let pairs =
            pairs.iter().map(|(n, v)| (HeaderName::from_static(n), HeaderValue::from_static(v)));
        pairs.collect()
    }

    #[test]
    fn other_sites_cannot_send_forms() {
        let ours = [("host", "arena.example"), ("origin", "https://arena.example")];
        assert!(same_site(&headers(&ours)));
        assert!(same_site(&headers(&[("host", "arena.example")])));
        let theirs = [("host", "arena.example"), ("origin", "https://evil.example")];
        assert!(!same_site(&headers(&theirs)));
        assert!(!same_site(&headers(&[("host", "arena.example"), ("origin", "null")])));
        assert!(!same_site(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(!same_site(&headers(&[("sec-fetch-site", "same-site")])));
    }
}
