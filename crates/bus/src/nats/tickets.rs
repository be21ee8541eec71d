//! Which jobs travel together: each message costs the judge, the server of NATS and a worker time.

use super::sender::Arrival;
use super::{Done, Errand, PART};
use crate::{Answer, Lost, Pace};
use ::worker::Kind;
use ::worker::protocol::Job;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// The matches of one ticket take about this time.
const TIME: Duration = Duration::from_secs(2);
/// Jobs of one ticket at most.
const MOST: usize = 32;
/// Bytes that a job has at most, beside its settings.
const JOB: usize = 4096;

/// A job that waits for its result.
pub(super) struct Task {
    pub job: Job,
    pub limit: Duration,
    /// Whether it was lost together with others, which it may have ended.
    pub alone: bool,
    /// None: its ticket came back without a result for it.
    pub done: oneshot::Sender<anyhow::Result<Option<Answer>>>,
}

impl Task {
    /// Bytes that it takes of a ticket. Only matches travel together.
    fn weight(&self) -> usize {
        match &self.job {
            Job::Play(play) if !self.alone => JOB + play.settings.len(),
            _ => PART + 1,
        }
    }

    pub fn errand(&self) -> Errand {
        let limit = u64::try_from(self.limit.as_millis()).unwrap_or(u64::MAX);
        Errand { limit, job: self.job.clone() }
    }
}

/// Jobs of one ticket when so many have no result: as many as are worth it, and so few that each
/// of these `tickets` has some.
pub(super) fn together(jobs: usize, pace: &Pace, tickets: usize) -> usize {
    pace.fit(TIME, MOST).min(jobs / tickets.max(1)).max(1)
}

/// Jobs in tickets of at most so many, and the kind of each ticket.
pub(super) fn tickets(all: Vec<Task>, most: usize) -> Vec<(Kind, Vec<Task>)> {
    let mut tickets: Vec<(Kind, Vec<Task>)> = Vec::new();
    let mut weight = 0;
    for task in all {
        weight += task.weight();
        match tickets.last_mut() {
            Some((_, last)) if last.len() < most && weight <= PART => last.push(task),
            _ => {
                weight = task.weight();
                tickets.push((task.job.kind(), vec![task]));
            }
        }
    }
    tickets
}

/// Gives each job what came of it. Jobs that were lost together say nothing about each of them:
/// they travel once more, alone.
pub(super) fn hand_out(tasks: Vec<Task>, arrival: Arrival) {
    let Arrival { result, worker, receipt } = arrival;
    let (count, receipt) = (tasks.len(), receipt.map(Arc::new));
    let odd = || Lost::Broken("its report does not fit the ticket".into());
    let (lost, done) = match result {
        Ok(report) if report.done.len() == count => (odd(), report.done),
        Ok(_) => (odd(), vec![None; count]),
        Err(lost) => (lost, vec![None; count]),
    };
    for (task, done) in tasks.into_iter().zip(done) {
        let done = match done {
            None if count == 1 => Some(Done { result: Err(lost.clone()), cost: 0 }),
            done => done,
        };
        let answer = done.map(|Done { result, cost }| Answer {
            result,
            cost: Duration::from_micros(cost),
            worker: worker.clone(),
            receipt: receipt.clone(),
        });
        // Where nobody waits any more, nobody needs it.
        let _ = task.done.send(Ok(answer));
    }
}

#[cfg(test)]
mod tests {
    use super::super::Report;
    use super::*;
    use ::worker::protocol::{Digest, Limits, Outcome, Play};

    type Waits = oneshot::Receiver<anyhow::Result<Option<Answer>>>;

    fn task(job: Job, alone: bool) -> (Task, Waits) {
        let (done, waits) = oneshot::channel();
        (Task { job, limit: Duration::ZERO, alone, done }, waits)
    }

    fn game(settings: usize) -> Job {
        let limits = Limits { fuel: 0, memory_bytes: 0, stderr_bytes: 0, cpu_millis: None };
        Job::Play(Play {
            game: "pandemic".into(),
            settings: vec![0; settings],
            seed: "1".into(),
            ruleset: Default::default(),
            judged: true,
            limits,
            seats: Vec::new(),
            record: true,
        })
    }

    fn other() -> Job {
        Job::MachineCode { module: Digest::of(b"") }
    }

    /// How many jobs the tickets have.
    fn sizes(jobs: Vec<(Job, bool)>, most: usize) -> Vec<usize> {
        let tasks = jobs.into_iter().map(|(job, alone)| task(job, alone).0).collect();
        tickets(tasks, most).iter().map(|(_, tasks)| tasks.len()).collect()
    }

    #[test]
    fn short_matches_travel_together() {
        let matches = |count| vec![(game(10), false); count];
        assert_eq!(sizes(matches(7), 3), [3, 3, 1]);
        assert_eq!(sizes(matches(2), 1), [1, 1]);
        assert_eq!(sizes(Vec::new(), 3), [0; 0]);
        // Bytes of a message, what is no match, and what was lost with others.
        let large = (game(PART / 2), false);
        assert_eq!(sizes(vec![large.clone(), large.clone(), large], 9), [1, 1, 1]);
        let mixed = [matches(2), vec![(other(), false)], matches(2), vec![(game(1), true)]];
        assert_eq!(sizes(mixed.concat(), 9), [2, 1, 2, 1]);
    }

    #[test]
    fn a_ticket_is_short_and_leaves_some_for_others() {
        let together = |jobs, micros: Option<u64>, tickets| {
            let pace = Pace::default();
            micros.into_iter().for_each(|micros| pace.note(Duration::from_micros(micros)));
            together(jobs, &pace, tickets)
        };
        // Nobody knows yet how long a match takes.
        assert_eq!(together(100, None, 4), 1);
        assert_eq!(together(64, Some(10_000), 4), 16);
        assert_eq!(together(4, Some(10_000), 4), 1);
        assert_eq!(together(1000, Some(100_000), 4), 20);
        assert_eq!(together(1000, Some(5_000_000), 4), 1);
        assert_eq!(together(1000, Some(1), 0), MOST);
    }

    #[test]
    fn what_is_lost_together_goes_once_more() {
        let done = || Done { result: Ok(Outcome::NoMatch("why".into())), cost: 3 };
        let came = |result: Result<Vec<Option<Done>>, Lost>, count: usize| {
            let all = (0..count).map(|_| task(game(1), false));
            let (tasks, waits): (Vec<_>, Vec<_>) = all.unzip();
            let result = result.map(|done| Report { done });
            hand_out(tasks, Arrival { result, worker: "one".into(), receipt: None });
            let ended = waits.into_iter().map(|mut waits| {
                let answer = waits.try_recv().expect("an answer").expect("no failure");
                match answer.map(|answer| answer.result) {
                    None => "again".to_string(),
                    Some(Ok(_)) => "done".into(),
                    Some(Err(lost)) => lost.to_string(),
                }
            });
            ended.collect::<Vec<_>>()
        };
        assert_eq!(came(Ok(vec![Some(done()), None]), 2), ["done", "again"]);
        assert_eq!(came(Ok(vec![Some(done())]), 2), ["again", "again"]);
        assert_eq!(came(Err(Lost::Gone), 2), ["again", "again"]);
        assert_eq!(came(Err(Lost::Gone), 1), [Lost::Gone.to_string()]);
        let odd = came(Ok(vec![None]), 1);
        assert!(odd[0].contains("does not fit the ticket"), "{odd:?}");
    }
}
