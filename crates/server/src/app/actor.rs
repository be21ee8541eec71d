//! The person behind a request, and their rights. All questions of the form "may they do this" get
//! their answer here.

use crate::app::Shared;
use crate::app::fail::Fail;
use crate::db::seasons::Season;
use crate::db::staff::{self, Staffed};
use crate::db::users::User;
use crate::ids::{SeasonId, UserId};
use crate::states::Role;

/// The source of a request: an account, or nobody.
#[derive(Clone, Debug, Default)]
pub struct Actor {
    user: Option<User>,
    /// The seasons that the account organises as their staff, whatever its role.
    seasons: Vec<Staffed>,
}

/// An account with the seasons that it organises.
///
/// # Errors
/// When the database fails.
pub async fn of(app: &Shared, user: User) -> Result<Actor, Fail> {
    let seasons = staff::of_user(&app.db, &user.id).await?;
    Ok(Actor { user: Some(user), seasons })
}

impl From<User> for Actor {
    fn from(user: User) -> Self {
        Self { user: Some(user), seasons: Vec::new() }
    }
}

impl Actor {
    /// Somebody without an account.
    #[must_use]
    pub fn nobody() -> Self {
        Self::default()
    }

    /// The account.
    ///
    /// # Errors
    /// When nobody is signed in.
    pub fn user(&self) -> Result<&User, Fail> {
        self.user.as_ref().ok_or(Fail::SignIn)
    }

    /// The id of the account, if there is one.
    #[must_use]
    pub fn id(&self) -> Option<&UserId> {
        self.user.as_ref().map(|user| &user.id)
    }

    /// The name of the account for people, if there is one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.name.as_str())
    }

    /// The name of the actor in the audit log: the login, or `-`.
    #[must_use]
    pub fn login(&self) -> &str {
        self.user.as_ref().map_or("-", |user| user.login.as_str())
    }

    /// Whether somebody is signed in.
    #[must_use]
    pub fn signed_in(&self) -> bool {
        self.user.is_some()
    }

    /// Whether the actor organises all seasons, and sees the accounts and the audit log.
    #[must_use]
    pub fn organises_all(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.role.organises())
    }

    /// Whether the actor organises a season: sees its withheld results, its logs and sources, and
    /// the season itself while it is hidden.
    #[must_use]
    pub fn organises(&self, season: &SeasonId) -> bool {
        self.organises_all() || self.seasons.iter().any(|one| one.id == *season)
    }

    /// Whether the actor organises the season with this address.
    #[must_use]
    pub fn organises_at(&self, slug: &str) -> bool {
        self.organises_all() || self.seasons.iter().any(|one| one.slug == slug)
    }

    /// Whether the actor organises any season.
    #[must_use]
    pub fn organises_some(&self) -> bool {
        self.organises_all() || !self.seasons.is_empty()
    }

    /// The seasons that the actor organises as their staff.
    #[must_use]
    pub fn seasons(&self) -> &[Staffed] {
        &self.seasons
    }

    /// Whether the actor runs the server.
    #[must_use]
    pub fn administers(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.role == Role::Admin)
    }

    /// Whether the actor is this author. House players have none, so nobody owns them.
    #[must_use]
    pub fn owns(&self, author: Option<&UserId>) -> bool {
        author.is_some() && author == self.id()
    }

    /// Whether the actor may see what only its author and the organisers of its season see.
    #[must_use]
    pub fn may_see(&self, season: &SeasonId, author: Option<&UserId>) -> bool {
        self.organises(season) || self.owns(author)
    }

    /// Whether the actor may see a season at all.
    #[must_use]
    pub fn may_enter(&self, season: &Season) -> bool {
        self.organises(&season.id) || !season.options().hidden
    }

    /// Lets organisers of a season pass.
    ///
    /// # Errors
    /// When the actor is none.
    pub fn must_organise(&self, season: &SeasonId) -> Result<(), Fail> {
        self.must(self.organises(season))
    }

    /// Lets organisers of all seasons pass.
    ///
    /// # Errors
    /// When the actor is none.
    pub fn must_organise_all(&self) -> Result<(), Fail> {
        self.must(self.organises_all())
    }

    /// Lets admins pass.
    ///
    /// # Errors
    /// When the actor is none.
    pub fn must_administer(&self) -> Result<(), Fail> {
        self.must(self.administers())
    }

    fn must(&self, may: bool) -> Result<(), Fail> {
        match (may, self.signed_in()) {
            (true, _) => Ok(()),
            (false, true) => Err(Fail::NotAllowed),
            (false, false) => Err(Fail::SignIn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actor(id: &str, role: Role) -> Actor {
        Actor::from(User {
            id: id.into(),
            login: id.into(),
            name: id.into(),
            password: None,
            role,
            created: 0,
            disabled: false,
        })
    }

    #[test]
    fn authors_own_their_versions_and_nobody_owns_house_players() {
        let (alice, bob) = (UserId::from("alice"), UserId::from("bob"));
        let author = actor("alice", Role::Player);
        assert!(author.owns(Some(&alice)) && !author.owns(Some(&bob)) && !author.owns(None));
        assert!(!Actor::nobody().owns(None));
        let season = SeasonId::from("s");
        assert!(author.may_see(&season, Some(&alice)) && !author.may_see(&season, Some(&bob)));
        let organiser = actor("olga", Role::Organiser);
        assert!(organiser.may_see(&season, Some(&bob)) && !organiser.owns(Some(&bob)));
    }

    #[test]
    fn whoever_must_sign_in_first_is_told_so() {
        assert!(matches!(Actor::nobody().must_organise_all(), Err(Fail::SignIn)));
        assert!(matches!(actor("a", Role::Player).must_organise_all(), Err(Fail::NotAllowed)));
        assert!(matches!(actor("o", Role::Organiser).must_administer(), Err(Fail::NotAllowed)));
        assert!(actor("o", Role::Organiser).must_organise_all().is_ok());
        assert!(actor("a", Role::Admin).must_administer().is_ok());
    }

    #[test]
    fn staff_organise_their_seasons_and_no_others() {
        let (own, other) = (SeasonId::from("own"), SeasonId::from("other"));
        let mut staff = actor("sam", Role::Player);
        assert!(!staff.organises(&own) && !staff.organises_some());
        staff.seasons.push(Staffed { id: own.clone(), slug: "spring".into() });
        assert!(staff.organises(&own) && staff.organises_at("spring") && staff.organises_some());
        assert!(!staff.organises(&other) && !staff.organises_at("autumn"));
        assert!(!staff.organises_all() && !staff.administers());
        assert!(matches!(staff.must_organise(&other), Err(Fail::NotAllowed)));
        for role in [Role::Organiser, Role::Admin] {
            assert!(actor("o", role).organises(&own) && actor("o", role).organises(&other));
        }
    }
}
