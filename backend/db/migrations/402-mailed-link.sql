-- The classroomID in the first mail to the teacher. It replaces `link_id` when it is first opened, so
-- that a person who registered another person's address does not keep a valid link. Null once it was opened.
alter table classrooms add column mailed_link_id text unique;
