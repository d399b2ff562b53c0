-- An event that is told twice counts once.
create unique index analytics_events_once on analytics_events ((data ->> 'eventID'));
