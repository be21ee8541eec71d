//! Who asks, and what they may do: every "who may" of the judge is answered here.

use crate::app::fail::Fail;
use crate::db::seasons::Season;
use crate::db::users::User;
use crate::ids::UserId;
use crate::states::Role;

/// Whoever asks for something: an account, or nobody.
#[derive(Clone, Debug, Default)]
pub struct Actor {
    user: Option<User>,
}

impl From<User> for Actor {
    fn from(user: User) -> Self {
        Self { user: Some(user) }
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

    /// What the audit log calls the actor: the login, or `-`.
    #[must_use]
    pub fn login(&self) -> &str {
        self.user.as_ref().map_or("-", |user| user.login.as_str())
    }

    /// Whether somebody is signed in.
    #[must_use]
    pub fn signed_in(&self) -> bool {
        self.user.is_some()
    }

    /// Whether the actor runs seasons: sees withheld results, hidden seasons, other authors' logs.
    #[must_use]
    pub fn organises(&self) -> bool {
        self.user.as_ref().is_some_and(|user| user.role.organises())
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

    /// Whether the actor may see what only its author and organisers see.
    #[must_use]
    pub fn may_see(&self, author: Option<&UserId>) -> bool {
        self.organises() || self.owns(author)
    }

    /// Whether the actor may see a season at all.
    #[must_use]
    pub fn may_enter(&self, season: &Season) -> bool {
        self.organises() || !season.options().hidden
    }

    /// Lets organisers pass.
    ///
    /// # Errors
    /// When the actor is none.
    pub fn must_organise(&self) -> Result<(), Fail> {
        match (self.organises(), self.signed_in()) {
            (true, _) => Ok(()),
            (false, true) => Err(Fail::NotAllowed),
            (false, false) => Err(Fail::SignIn),
        }
    }

    /// Lets admins pass.
    ///
    /// # Errors
    /// When the actor is none.
    pub fn must_administer(&self) -> Result<(), Fail> {
        match (self.administers(), self.signed_in()) {
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
        assert!(author.may_see(Some(&alice)) && !author.may_see(Some(&bob)));
        let organiser = actor("olga", Role::Organiser);
        assert!(organiser.may_see(Some(&bob)) && !organiser.owns(Some(&bob)));
    }

    #[test]
    fn whoever_must_sign_in_first_is_told_so() {
        assert!(matches!(Actor::nobody().must_organise(), Err(Fail::SignIn)));
        assert!(matches!(actor("a", Role::Player).must_organise(), Err(Fail::NotAllowed)));
        assert!(matches!(actor("o", Role::Organiser).must_administer(), Err(Fail::NotAllowed)));
        assert!(actor("o", Role::Organiser).must_organise().is_ok());
        assert!(actor("a", Role::Admin).must_administer().is_ok());
    }
}
