-- When a class first played, in each era: a student who never played is absent from then on. It is a table of its own,
-- because a report only shares the lock of the class.
create table first_plays (
  classroom_id text not null references classrooms (id) on delete cascade,
  era integer not null,
  played_at timestamptz not null,
  primary key (classroom_id, era)
);
insert into first_plays (classroom_id, era, played_at)
select classroom_id, era, min(played_at) from progress group by classroom_id, era;
