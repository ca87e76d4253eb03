//! Input and output that end, or begin, where memory begins that must not be touched:
//! `kit/c/guarded.c`.

use std::cell::RefCell;
use std::ffi::CStr;
use std::os::raw::{c_char, c_uchar};
use std::ptr;
use std::slice;

use crate::units::Output;

#[derive(Clone, Copy)]
#[repr(C)]
pub enum Side {
    End,
    Beginning,
}

/// `struct guarded`; the C code keeps its address.
#[repr(C)]
struct Pages {
    pages: *mut c_uchar,
    size: usize,
    begin: *mut c_uchar,
    end: *mut c_uchar,
    next: *mut Pages,
}

/// `struct touch`.
#[repr(C)]
struct Touch {
    act: *const c_char,
    distance: usize,
    past_the_end: bool,
}

extern "C" {
    #[link_name = "guard"]
    fn c_guard(side: Side);
    fn guard_was_touched(touch: *mut Touch) -> bool;
    fn guarded_room(pages: *mut Pages, bytes: usize) -> *mut c_uchar;
}

thread_local! {
    static FREE: RefCell<Vec<&'static mut Pages>> = const { RefCell::new(Vec::new()) };
}

/// From now on memory lies against the guard on this side; touches before are forgotten.
pub fn guard(side: Side) {
    unsafe { c_guard(side) }
}

/// The first touch since, in the words of an answer.
pub fn touch() -> Option<String> {
    let mut touch = Touch {
        act: ptr::null(),
        distance: 0,
        past_the_end: false,
    };
    if !unsafe { guard_was_touched(&mut touch) } {
        return None;
    }
    // SAFETY: a touch that was noted has one of three words of C.
    let act = unsafe { CStr::from_ptr(touch.act) }.to_string_lossy();
    let place = match touch.past_the_end {
        true => "past the end",
        false => "before the beginning",
    };
    Some(format!("overrun {act} {} {place}", touch.distance))
}

/// Calls with a copy of the units that lies against the guard. Once the call is over the memory
/// holds something else.
pub fn lend<U: Copy, R>(units: &[U], call: impl FnOnce(&mut [U]) -> R) -> R {
    let bytes = std::mem::size_of_val(units);
    // SAFETY: the room is of so many bytes, ends or begins with a page, and is lent once at a time.
    with_pages(bytes, |room| unsafe {
        ptr::copy_nonoverlapping(units.as_ptr().cast(), room, bytes);
        let result = call(slice::from_raw_parts_mut(room.cast(), units.len()));
        ptr::write_bytes(room, 0xa5, bytes);
        result
    })
}

/// Calls with room for exactly so many units, against the guard; what it holds at first says nothing.
pub fn lend_room<U: Output, R>(count: usize, call: impl FnOnce(&mut [U]) -> R) -> R {
    // SAFETY: as in `lend`; all bits are a unit.
    with_pages(count * std::mem::size_of::<U>(), |room| unsafe {
        call(slice::from_raw_parts_mut(room.cast(), count))
    })
}

fn with_pages<R>(bytes: usize, call: impl FnOnce(*mut c_uchar) -> R) -> R {
    let pages = FREE.with(|free| free.borrow_mut().pop());
    let pages = pages.unwrap_or_else(|| Box::leak(Box::new(Pages::none())));
    let result = call(unsafe { guarded_room(pages, bytes) });
    FREE.with(|free| free.borrow_mut().push(pages));
    result
}

impl Pages {
    fn none() -> Pages {
        Pages {
            pages: ptr::null_mut(),
            size: 0,
            begin: ptr::null_mut(),
            end: ptr::null_mut(),
            next: ptr::null_mut(),
        }
    }
}
