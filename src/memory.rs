//! Memory that the system refuses.
//!
//! A table that can do with less asks by `try_reserve_exact`. Any other refused allocation ends a program that has the
//! [`Allocator`]; the standard library would abort it.

#![allow(unsafe_code, reason = "an allocator is unsafe to implement; this one passes all calls on")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Whether the caller can do without what it asks for.
    static IS_OPTIONAL: Cell<bool> = const { Cell::new(false) };
}

/// Reserves room for exactly `more` elements, and returns whether the system has it.
pub(crate) fn try_reserve_exact<T>(elements: &mut Vec<T>, more: usize) -> bool {
    IS_OPTIONAL.set(true);
    let is_reserved = elements.try_reserve_exact(more).is_ok();
    IS_OPTIONAL.set(false);
    is_reserved
}

/// The allocator of the system, which calls a function with the number of bytes that it refuses. The function must not
/// allocate.
#[derive(Debug)]
pub struct Allocator(pub fn(usize) -> !);

impl Allocator {
    fn checked(&self, memory: *mut u8, bytes: usize) -> *mut u8 {
        if memory.is_null() && !IS_OPTIONAL.get() {
            (self.0)(bytes);
        }
        memory
    }
}

// SAFETY: all calls are those of `System`, with the same arguments and results.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.checked(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.checked(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        self.checked(unsafe { System.realloc(memory, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(memory, layout) }
    }
}
