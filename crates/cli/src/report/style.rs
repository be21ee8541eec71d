//! The look of reports: the viewer's tokens and a few rules of their own.

/// Colours, type and spaces, the same as the viewer's.
const TOKENS: &str = include_str!("../../../../viewer/src/tokens.css");

const RULES: &str = "
*{box-sizing:border-box}
body{margin:0 auto;max-width:1080px;padding:var(--s-6) var(--s-4) var(--s-7);background:var(--bg);
color:var(--ink);font:var(--t-15)/1.5 var(--font)}
h1{font-size:var(--t-32);line-height:1.2;margin:0 0 var(--s-2);font-weight:var(--w-strong)}
h2{font-size:var(--t-18);margin:var(--s-7) 0 var(--s-2);font-weight:var(--w-strong)}
p,.dim{color:var(--ink-2);max-width:var(--measure)}
.dim{font-size:var(--t-13)}
.wide{overflow-x:auto;margin:var(--s-3) 0;border:var(--hair) solid var(--line);
border-radius:var(--radius);background:var(--surface)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:var(--t-13)}
th,td{padding:var(--s-1) var(--s-2);text-align:right;white-space:nowrap;
border-bottom:var(--hair) solid var(--line)}
tr:last-child td{border-bottom:0}
th{color:var(--ink-2);font-weight:var(--w-medium);vertical-align:bottom}
th[scope=row]{color:var(--ink);text-align:left;vertical-align:middle;font-weight:var(--w-medium)}
thead th:first-child,.text{text-align:left}
td.text{white-space:normal;min-width:12em}
tbody th[scope=row]{position:sticky;left:0;background:var(--surface)}
.heat td{padding:var(--s-1);min-width:2.6em;text-align:center;
background:color-mix(in srgb,var(--ink) calc(var(--p)*26%),transparent)}
.heat thead th{text-align:center}
.heat thead th:first-child{text-align:left}
.span{position:relative;width:170px;height:14px;
background:linear-gradient(var(--line),var(--line)) 50%/1px 100% no-repeat}
.span i{position:absolute;top:5px;height:4px;background:var(--ink-3);border-radius:2px}
.span b{position:absolute;top:2px;width:4px;height:10px;margin-left:-2px;background:var(--ink)}
.seat{display:inline-block;width:.75em;height:.75em;background:var(--seat);margin-right:.35em}
code{font:var(--t-12)/1.5 var(--mono);background:var(--sunken);padding:2px var(--s-1);
border-radius:var(--radius);overflow-wrap:anywhere;white-space:pre-wrap;user-select:all}
pre{font:var(--t-12)/1.5 var(--mono);background:var(--sunken);padding:var(--s-3);overflow-x:auto;
border-radius:var(--radius);margin:var(--s-2) 0}
.look{padding:0;list-style:none}
.look li{padding:var(--s-2) 0;border-bottom:var(--hair) solid var(--line);font-size:var(--t-13)}
.slip{border-left:3px solid var(--fail);padding:var(--s-2) var(--s-3);margin:var(--s-3) 0;
background:var(--fail-wash)}
.fail{color:var(--fail)}
a{color:inherit}
@media (max-width:600px){body{padding:var(--s-4) var(--s-2)}h1{font-size:var(--t-24)}
.span{width:110px}}
";

/// The style sheet of a report: follows the reader's system, light or dark.
pub fn sheet() -> String {
    let light = TOKENS.split_once("[data-theme=\"light\"] {").map_or("", |(_, rest)| rest);
    let light = light.split_once('}').map_or("", |(block, _)| block);
    let media = "@media (prefers-color-scheme:light){:root:not([data-theme=\"dark\"]){";
    squeezed(&format!("{TOKENS}{media}{light}}}}}{RULES}"))
}

/// The sheet without comments and line breaks.
fn squeezed(css: &str) -> String {
    let mut rest = css;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_light_colours_of_the_tokens_are_found() {
        let sheet = sheet();
        let (_, light) = sheet.split_once("prefers-color-scheme:light").expect("has a light part");
        assert!(
            light.starts_with("){:root:not([data-theme=\"dark\"]){ color-scheme: light; --bg:")
        );
        assert!(!sheet.contains("/*"));
        assert_eq!(sheet.matches('{').count(), sheet.matches('}').count());
    }
}
