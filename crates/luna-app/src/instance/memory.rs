//! What a process keeps in memory for parts of the program that the instance does not know.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

/// One value of each type, empty until somebody asks for it.
#[derive(Default)]
pub struct Memory(RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Memory {
    /// The value of a type.
    pub fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let value = self.known(TypeId::of::<T>()).unwrap_or_else(|| {
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default())))
        });
        // Each value is kept under its own type.
        value.downcast().unwrap_or_default()
    }

    fn known(&self, of: TypeId) -> Option<Arc<dyn Any + Send + Sync>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(&of).cloned()
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_value_is_kept_for_each_type() {
        let memory = Memory::default();
        *memory.get::<Mutex<i64>>().lock().unwrap() = 7;
        memory.get::<Mutex<String>>().lock().unwrap().push('x');
        assert_eq!(*memory.get::<Mutex<i64>>().lock().unwrap(), 7);
        assert_eq!(*memory.get::<Mutex<String>>().lock().unwrap(), "x");
    }
}
