/** The version whose source was read for what follows; another one fails the build or a test. */
export const reactDomVersion = '19.3.1';

/** What the library's React can do without. What each part means: cut-react-dom.ts. */
export type Cuts = {
  kinds: readonly number[];
  constants: readonly string[];
  hooks: readonly string[];
  names: readonly string[];
  whole: readonly string[];
  functions: Readonly<Record<string, string>>;
  statements: readonly string[];
  pure: readonly string[];
  passages: readonly (readonly [from: string, upTo: string, by: string])[];
};

/**
 * Kinds of fiber that the library never makes: portal, mode, context, forwardRef, Profiler, Suspense, lazy, SuspenseList,
 * Offscreen, Cache, hoisted and singleton elements, ViewTransition, Activity. It has functions, memo, one class, elements,
 * texts and fragments. Half of all that is cut goes by these numbers.
 */
const kinds = [4, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 22, 23, 24, 26, 27, 30, 31];

/** The types that would make such fibers; one of them is refused like any type that React does not know. */
const constants = [
  'REACT_PORTAL_TYPE',
  'REACT_STRICT_MODE_TYPE',
  'REACT_PROFILER_TYPE',
  'REACT_CONSUMER_TYPE',
  'REACT_CONTEXT_TYPE',
  'REACT_FORWARD_REF_TYPE',
  'REACT_SUSPENSE_TYPE',
  'REACT_SUSPENSE_LIST_TYPE',
  'REACT_LAZY_TYPE',
  'REACT_ACTIVITY_TYPE',
  'REACT_VIEW_TRANSITION_TYPE',
];

/** Hooks that nobody here calls; a call says "is not a function". */
export const hooks = [
  'use',
  'useContext',
  'useImperativeHandle',
  'useInsertionEffect',
  'useDebugValue',
  'useDeferredValue',
  'useTransition',
  'useHostTransitionStatus',
  'useFormState',
  'useActionState',
  'useOptimistic',
  'useMemoCache',
  'useCacheRefresh',
];

/** Elements that the library never renders, and that React treats in a way of their own. */
export const tags =
  'textarea iframe object embed source video audio image link script style html head body base meta area keygen param track wbr menuitem br hr'.split(
    ' ',
  );

/** Properties of which the same is true. A form's `action` among them: none of ours is sent by the browser. */
export const properties =
  'dangerouslySetInnerHTML innerHTML innerText textContent suppressContentEditableWarning autoFocus muted action formAction contentEditable srcSet xlinkHref xlinkActuate xlinkArcrole xlinkRole xlinkShow xlinkTitle xlinkType xmlBase xmlLang xmlSpace is capture download cols rows rowSpan onScroll onScrollEnd allowFullScreen async'.split(
    ' ',
  );

/** The events that the library listens to by React; a test compares them with the sources. */
export const events = 'auxClick cancel click close contextMenu dragLeave dragOver drop input submit toggle wheel';

/** Names of other events, which have a class or a case of their own. */
const otherEvents =
  'keypress keydown keyup focusin focusout beforeblur afterblur dblclick mousedown mousemove mouseup mouseout mouseover drag dragend dragenter dragexit dragstart touchcancel touchend touchmove touchstart scroll scrollend copy cut paste gotpointercapture lostpointercapture pointercancel pointerdown pointermove pointerout pointerover pointerup beforetoggle'.split(
    ' ',
  );

/** Attributes that are spelt otherwise in HTML; React knows 80 of SVG besides. */
export const aliases = {
  htmlFor: 'for',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  shapeRendering: 'shape-rendering',
};

/** How urgent an update is that a native event causes, whichever that is. */
const whole = ['getEventPriority'];

/** What stays of a function's body. */
const functions = {
  // Nothing here is a transition, so nothing is rendered in slices, animated between views or kept waiting for images.
  renderRootConcurrent: 'return renderRootSync(root, lanes, !1)',
  startViewTransition: '',
  accumulateSuspenseyCommitOnFiber: '',
  waitForCommitToBeReady: 'return null',
  defaultOnDefaultTransitionIndicator: '',
  // Nothing hydrates in parts, so no event waits for a part; what came too early the loader holds and replays.
  retryIfBlockedOn: '',
  // No context.
  propagateContextChanges: '',
  propagateParentContextChanges: 'return !1',
  // No refs to fragments.
  commitNewChildToFragmentInstances: '',
  commitFragmentInstanceDeletionEffects: '',
  // Our error handlers read no component stacks.
  getStackByFiberInDevAndProd: 'return ""',
};

/** Statements that go, by how they begin. */
const statements = [
  'FragmentInstance.prototype',
  'ViewTransitionPseudoElement.prototype',
  'ReactDOMSharedInternals.findDOMNode',
  'ReactDOMHydrationRoot.prototype.unstable_scheduleHydration',
  // The end of a transition.
  'ReactSharedInternals.S =',
  // A second React in a partner's page is not for the tools of its developers.
  'if ("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__',
  // Events that no listener of ours asks for: these, and how React makes onMouseEnter, onSelect, onBeforeInput and the
  // events of composition out of others.
  'registerSimpleEvent(ANIMATION_',
  'registerSimpleEvent(TRANSITION_',
  'registerSimpleEvent("',
  'registerDirectEvent("',
  'registerTwoPhaseEvent("onBeforeInput"',
  'registerTwoPhaseEvent(\n  "onSelect"',
  'registerTwoPhaseEvent(\n  "onComposition',
  'simpleEventPluginEvents.push("scrollEnd")',
  'a: {\n        SyntheticEventCtor =\n          "mouseover" === domEventName',
  'handleEventFunc = targetInst ? getNodeFromInstance',
  'switch (domEventName) {\n        case "focusin":\n          if (',
  'if (canUseCompositionEvent)',
  'eventType &&\n        (useFallbackCompositionData',
  'if (\n        (fallbackData = canUseTextInputEvent',
  // A form's `action` that is a function.
  'extractEvents$1(',
];

/** Calls without effects, for variables that may end up unused: classes of events. */
const pure = ['createSyntheticEvent', 'assign'];

const passages: Cuts['passages'] = [
  ['"abort auxClick ', '.split(', JSON.stringify(events)],
  // Preloads, style sheets and scripts that React would put into the document's head.
  ['  r: requestFormReset,\n  D: prefetchDNS,', '};', ''],
  // A thrown promise is an error like any other.
  ['value &&\n    "object" === typeof value &&\n    "function" === typeof value.then\n  ) {', '', 'value && !1) {'],
  [
    'var aliases = new Map([',
    '  ])',
    `var aliases = new Map([${Object.entries(aliases).map((pair) => JSON.stringify(pair))}`,
  ],
];

export const nothing: Cuts = {
  kinds: [],
  constants: [],
  hooks: [],
  names: [],
  whole: [],
  functions: {},
  statements: [],
  pure: [],
  passages: [],
};

/** Of `react` itself: what of its exports is more than a line. */
export const reactCuts: Cuts = {
  ...nothing,
  statements: [
    'exports.Children',
    'exports.addTransitionType',
    'exports.cloneElement',
    'exports.createContext',
    'exports.forwardRef',
    'exports.lazy',
    'exports.startTransition',
    'exports.useActionState',
    'exports.useDeferredValue',
    'exports.useImperativeHandle',
    'exports.useOptimistic',
    'exports.useTransition',
  ],
};

export const cuts: Cuts = {
  kinds,
  constants,
  hooks,
  names: [...tags, ...properties, ...otherEvents],
  whole,
  functions,
  statements,
  pure,
  passages,
};
