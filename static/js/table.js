// The scripts of a table's page in one: what stands here is put together as files are collected
// (companion/storage.py).
