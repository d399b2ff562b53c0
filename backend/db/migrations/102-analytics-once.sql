-- A repeated event counts once.
create unique index analytics_events_once on analytics_events ((data ->> 'eventID'));
