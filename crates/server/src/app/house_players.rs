//! The season that an empty folder starts with, and the organiser's own players.

use crate::app::Shared;
use crate::app::keys;
use crate::app::verdict::Verdict;
use crate::db::seasons::{self, Options, Season};
use crate::db::submissions::{self, Submission};
use crate::db::{self, Connection};
use crate::i18n::Lang;
use crate::ids::SeasonId;
use crate::states::{Role, SubmissionState};
use crate::{app::accounts, app::names, secret, time};

/// Makes the demo season when there is no season at all.
///
/// # Errors
/// When the database fails.
pub async fn season(app: &Shared) -> anyhow::Result<bool> {
    if !seasons::all(&app.db).await?.is_empty() {
        return Ok(false);
    }
    let Some(game) = games::ALL.first() else { return Ok(false) };
    let (name, settings) = game.facts().boards.first().copied().unwrap_or_default();
    let season = Season {
        id: SeasonId::random(),
        slug: "demo".into(),
        title: "Demo season".into(),
        game: game.facts().id.into(),
        settings_name: name.into(),
        settings: settings.into(),
        secret: secret::token(),
        options: serde_json::to_string(&Options {
            ladder_matches_enough: 120,
            ..Options::default()
        })?,
    };
    let mut transaction = db::begin(&app.db).await?;
    seasons::insert(&mut transaction, &season).await?;
    house_players(&mut transaction, &season).await?;
    transaction.commit().await?;
    keys::current(app, &season).await?;
    Ok(true)
}

/// The game's own players compete out of competition, so that a ladder has somebody to play with
/// from the first day. Two of them have twins: equals that no number of matches tells apart.
///
/// # Errors
/// When the database fails.
pub async fn house_players(db: &mut Connection, season: &Season) -> anyhow::Result<()> {
    let own = season.game().map_or(&[][..], |game| game.facts().players);
    let twins = own.iter().filter(|name| **name != "Null");
    let all = own.iter().map(|name| ((*name).to_string(), *name));
    let all = all.chain(twins.map(|name| (format!("{name}Twin"), *name)));
    let now = time::now();
    for (k, (name, which)) in all.enumerate() {
        let player = Submission {
            id: secret::derived(&season.secret, &format!("house {name}")).into(),
            season_id: season.id.clone(),
            user_id: None,
            name_key: names::key(&name),
            file: String::new(),
            source: format!("builtin:{which}"),
            size: 0,
            state: SubmissionState::Qualified,
            wasm: None,
            report: None,
            verdict: Verdict::House.stored(),
            // The order of competitors is that of these times.
            created: now + k as i64,
            decided: Some(now),
            name,
        };
        submissions::insert(db, &player).await?;
    }
    Ok(())
}

/// A fresh link that makes an admin, for the terminal.
///
/// # Errors
/// When the database fails.
pub async fn admin_link(app: &Shared) -> anyhow::Result<String> {
    let mut connection = app.db.acquire().await?;
    let path = accounts::invite(&mut connection, None, "", Role::Admin)
        .await
        .map_err(|fail| anyhow::anyhow!("{}", fail.message(Lang::EN)))?;
    Ok(format!("{}{path}", app.config.url()))
}
