import type { AttributeName } from './elements.ts';
import { type FormTag, type FormTask, type TagName, tags } from './tags.ts';

/**
 * What loaders and pages must know about all tags. A build contains the values (src/config/settled-vite-plugin.ts),
 * because a bundler would keep whole definitions for them.
 */
const isTag = (name: string): name is TagName => name in tags;
export const tagNames: readonly TagName[] = Object.keys(tags).filter(isTag);

/** The selector of every tag. */
export const anyTag: string = tagNames.join();

const isFormTag = (tag: TagName): tag is FormTag => 'form' in tags[tag];
export const formTags: readonly FormTag[] = tagNames.filter(isFormTag);

/** The attributes of each element that a frame can contain. */
export const widgetAttributes: Readonly<Record<string, readonly AttributeName[]>> = Object.fromEntries(
  tagNames.filter((tag) => 'widget' in tags[tag]).map((tag) => [tag, tags[tag].attributes]),
);

/** The tasks of each form that `mode` names. */
export const tasksOfMode: Readonly<Record<string, readonly FormTask[]>> = Object.fromEntries(
  formTags.flatMap((tag) => {
    const [, ...others]: readonly FormTask[] = tags[tag].form.tasks;
    return others.length > 0 ? [[tag, others]] : [];
  }),
);
