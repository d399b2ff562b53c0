import type {
  ElementEventDetails,
  ElementEventName,
  TeacherFormMode,
  Theme,
  WidgetName,
} from '../../src/contracts/elements.ts';
import type { Language } from '../../src/contracts/language.ts';
import type { PaymentReturn } from '../../src/contracts/routes.ts';

/** What a listener on one of the tags receives. */
export type ElementEvent<Name extends ElementEventName> = CustomEvent<ElementEventDetails[Name]>;

type Own = { [Name in ElementEventName]: ElementEvent<Name> };

interface PortalElement<Names extends ElementEventName> extends HTMLElement {
  addEventListener<Name extends Names>(
    type: Name,
    listener: (event: Own[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends Names>(
    type: Name,
    listener: (event: Own[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

/** Properties mirror the attributes; undefined or null takes the attribute away. */
type Mirrored = { lang: Language | string; theme: Theme | undefined };
type FormProperties = Mirrored & {
  origin: string | undefined;
  coupon: string | undefined;
  email: string | undefined;
  lightDom: boolean;
};

type FormEvents = 'auth-success' | 'auth-error' | 'ready';
export type MathsSignInElement = PortalElement<FormEvents> & FormProperties;
export type MathsSignUpElement = PortalElement<FormEvents> & FormProperties;
export type MathsDashboardElement = PortalElement<'ready' | 'auth-error' | 'signed-out' | 'account-deleted'> &
  Mirrored & { coupon: string | undefined; payment: PaymentReturn | undefined };
export type MathsResetPasswordElement = PortalElement<'ready' | 'auth-error' | 'password-reset'> &
  Mirrored & {
    lightDom: boolean;
    /** What the mailed link carried. A property only: attributes can be read by whatever reads the page. */
    secret: string | null;
  };
export type MathsConfirmationElement = PortalElement<'ready'> & Mirrored & { checkout: string | undefined };
export type MathsTeacherSignUpElement = PortalElement<FormEvents | 'update-requested'> &
  Mirrored & {
    origin: string | undefined;
    mode: TeacherFormMode | undefined;
    email: string | undefined;
    lightDom: boolean;
  };
export type MathsClassroomElement = PortalElement<'ready' | 'auth-error'> &
  Mirrored & { classroomId: string | undefined };
export type MathsClassroomUpdateElement = PortalElement<'ready' | 'auth-error'> &
  Mirrored & {
    lightDom: boolean;
    /** What the mailed link carried. A property only: attributes can be read by whatever reads the page. */
    secret: string | null;
  };
export type MathsLevelsElement = PortalElement<'ready' | 'auth-error'> & Mirrored;
export type MathsEmbedElement = PortalElement<FormEvents> &
  Mirrored & {
    widget: WidgetName | undefined;
    origin: string | undefined;
    coupon: string | undefined;
    email: string | undefined;
  };

export type ElementOf = {
  'maths-sign-in': MathsSignInElement;
  'maths-sign-up': MathsSignUpElement;
  'maths-dashboard': MathsDashboardElement;
  'maths-reset-password': MathsResetPasswordElement;
  'maths-confirmation': MathsConfirmationElement;
  'maths-teacher-sign-up': MathsTeacherSignUpElement;
  'maths-classroom': MathsClassroomElement;
  'maths-classroom-update': MathsClassroomUpdateElement;
  'maths-levels': MathsLevelsElement;
  'maths-embed': MathsEmbedElement;
};

declare global {
  interface HTMLElementTagNameMap extends ElementOf {}
}
