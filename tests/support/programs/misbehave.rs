//! A program that does not solve anything, in the way that its argument names. Built by the tests with a bare `rustc`.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::FromRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio, abort, exit};
use std::thread::sleep;
use std::time::Duration;

/// For longer than any test waits.
fn rest() {
    sleep(Duration::from_secs(600));
}

/// This program with other arguments, in a process group of its own: out of reach of who ends ours.
fn escaped(arguments: &[&str]) -> Child {
    let this = std::env::current_exe().unwrap();
    Command::new(this).args(arguments).stdin(Stdio::null()).process_group(0).spawn().unwrap()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Whatever follows the first argument is a mark by which the tests find processes that are left.
    let mark = arguments.get(1).map_or("", |mark| mark);
    match arguments[0].as_str() {
        "sleep" => rest(),
        "spin" => loop {
            std::hint::black_box(0);
        },
        "abort" => abort(),
        "exit" => {
            eprintln!("no idea what \x1b[31mto do\nlast line\n");
            exit(3)
        }
        "hog" => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(vec![1_u8; 1 << 20]);
            }
        }
        // A full disk is no reason to stop.
        "endless" => loop {
            let _ = io::stdout().write_all(&[b'-'; 4096]);
        },
        "endless-errors" => loop {
            let _ = io::stderr().write_all(&[b'-'; 4096]);
        },
        "silent" => {}
        "close-stdout" => {
            // SAFETY: nothing else owns it here, and nothing writes to it afterwards.
            drop(unsafe { File::from_raw_fd(1) });
            io::stdin().read_to_end(&mut Vec::new()).unwrap();
        }
        // Ends at once and leaves two generations behind.
        "leave" => drop(escaped(&["leave-again", mark])),
        "leave-again" => {
            let _ = escaped(&["sleep", mark]);
            rest();
        }
        "family" => {
            let _children: Vec<Child> = (0..3).map(|_| escaped(&["sleep", mark])).collect();
            rest();
        }
        "spinning-family" => {
            let children: Vec<Child> = (0..2).map(|_| escaped(&["spin", mark])).collect();
            children.into_iter().for_each(|mut child| drop(child.wait()));
        }
        "hoard" => {
            let hoard = std::hint::black_box(vec![1_u8; 60 << 20]);
            rest();
            drop(hoard);
        }
        "hoarding-family" => {
            let _children: Vec<Child> = (0..2).map(|_| escaped(&["hoard", mark])).collect();
            rest();
        }
        // Each process ends at once, so that a list of processes always misses the chain.
        "chains" => {
            for _ in 0..4 {
                drop(escaped(&["chain", mark, "10000"]));
            }
            rest();
        }
        "chain" => {
            let left: u32 = arguments[2].parse().unwrap();
            if left > 0 {
                drop(escaped(&["chain", mark, &(left - 1).to_string()]));
            }
        }
        // Each process starts two more, for a number of generations that no machine is too small for.
        "bomb" => {
            let left: u32 = arguments[2].parse().unwrap();
            if left > 0 {
                let next = (left - 1).to_string();
                let _children = [escaped(&["bomb", mark, &next]), escaped(&["bomb", mark, &next])];
                rest();
            }
            rest();
        }
        other => panic!("{other}?"),
    }
}
