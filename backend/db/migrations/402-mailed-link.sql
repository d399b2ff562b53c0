-- The classroomID in the first mail to the teacher. It takes the place of `link_id` when it is opened for the first
-- time, so that somebody who signed up another person's address does not keep a valid link. Null once it was opened.
alter table classrooms add column mailed_link_id text unique;
