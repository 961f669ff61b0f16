"""What may come: how dice fall and what they bring."""
