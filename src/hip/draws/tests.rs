//! What the answers for large boards rest on, computed, and each way of counting against the other.
