//! The common behaviour of SQLite and PostgreSQL, of a folder and an S3-compatible store.

use crate::common::{Browser, Site};
use server::db::seasons::Options;
use server::db::{self, Kind, users};
use server::store::Store;

#[tokio::test(flavor = "multi_thread")]
async fn the_tests_run_on_the_database_that_was_asked_for() {
    let site = Site::new().await;
    let asked = std::env::var("PALESTRA_TEST_DATABASE").is_ok();
    assert_eq!(Kind::of(&site.app.db) == Kind::Postgres, asked);
    let connection = site.app.db.acquire().await.expect("a connection");
    assert_eq!(Kind::of_connection(&connection), Kind::of(&site.app.db));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_ordered_by_their_bytes() {
    let site = Site::new().await;
    for login in ["b", "Z", "a-b", "ab", "a_b", "ç", "A"] {
        let user = users::User {
            id: server::ids::UserId::random(),
            login: login.into(),
            name: login.into(),
            password: None,
            role: server::states::Role::Player,
            created: 0,
            disabled: false,
        };
        let mut connection = site.app.db.acquire().await.expect("a connection");
        users::insert(&mut connection, &user).await.expect("inserted");
    }
    let all = users::all(&site.app.db).await.expect("read");
    let logins: Vec<&str> = all.iter().map(|u| u.login.as_str()).collect();
    assert_eq!(logins, ["A", "Z", "a-b", "a_b", "ab", "b", "ç"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn writers_wait_for_each_other_and_lose_nothing() {
    let site = Site::new().await;
    let season = site.season().await;
    let writer = |k: usize| {
        let (app, season) = (site.app.clone(), season.clone());
        tokio::spawn(async move {
            let mut transaction = db::begin(&app.db).await.expect("begun");
            // Read, then write what was read: wrong as soon as two do it at once.
            let sql = "SELECT options FROM seasons WHERE id = $1";
            let read = sqlx::query_scalar(sql).bind(&season.id).fetch_one(&mut *transaction).await;
            let options: String = read.expect("read");
            let mut options: Options = serde_json::from_str(&options).expect("options");
            options.dates += &format!(" {k}");
            db::seasons::change(&mut transaction, &season.id, "title", &options)
                .await
                .expect("changed");
            transaction.commit().await.expect("committed");
        })
    };
    for handle in (0..12).map(writer).collect::<Vec<_>>() {
        handle.await.expect("ends");
    }
    let options = site.season().await.options();
    assert_eq!(options.dates.split_whitespace().count(), 12, "{}", options.dates);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_text_is_refused_and_is_no_failure_of_ours() {
    let site = Site::new().await;
    for path in ["/s/de%00mo", "/s/demo/players/De%00mo", "/api/seasons/demo/matches/%00"] {
        let answer = site.get(path, &Browser::default()).await;
        assert!(answer.status.is_client_error(), "{path}: {}", answer.status);
    }
    let olga = site.account("olga", "admin").await;
    let answer = site.post("/people", &olga, "login=a%00b&name=x%00y&role=player").await;
    assert!(!answer.status.is_server_error(), "{}", answer.status);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_is_the_database_s() {
    let site = Site::new().await;
    let mut connection = site.app.db.acquire().await.expect("a connection");
    let (first, ours) = (db::now(&mut connection).await.expect("read"), server::time::now());
    // On this machine the two are the same clock.
    assert!((first - ours).abs() < 60_000, "{first} {ours}");
    let second = db::now(&mut connection).await.expect("read");
    assert!(second >= first);
}

#[tokio::test]
async fn a_store_keeps_what_it_is_given_and_knows_what_it_has_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = std::env::var("PALESTRA_TEST_STORE");
    let place = place.unwrap_or_else(|_| folder.path().display().to_string());
    let store = Store::open(&place).expect("a store");
    for bytes in [Vec::new(), b"hello".to_vec(), vec![7; 3 << 20]] {
        let digest = store.put(bytes.clone()).await.expect("kept");
        assert_eq!(store.put(bytes.clone()).await.expect("kept again"), digest);
        assert_eq!(store.get(&digest).await.expect("found"), bytes);
    }
    let nothing = blake3::hash(b"never kept").to_hex().to_string();
    assert!(store.get(&nothing).await.is_err());
}

#[test]
fn wrong_addresses_are_explained() {
    let wrong = Kind::of_url("mysql://me:secret@here/db").expect_err("refused").to_string();
    assert!(wrong.contains("postgres://") && !wrong.contains("me:secret"), "{wrong}");
    let wrong = Store::open("gs://bucket").err().expect("refused").to_string();
    assert!(wrong.contains("s3://bucket/folder"), "{wrong}");
}
