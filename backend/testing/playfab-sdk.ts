import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { z } from 'zod';

/**
 * Runs one page of PlayFab's unmodified browser SDK: global scripts in a realm with an XMLHttpRequest based on fetch.
 */
const files = ['Client', 'CloudScript', 'Authentication', 'Server', 'Admin'] as const;
export type SdkApi = (typeof files)[number];

const scripts = files.map((name) =>
  readFileSync(new URL(`../../node_modules/playfab-web-sdk/src/PlayFab/PlayFab${name}Api.js`, import.meta.url), 'utf8'),
);

const success = z.looseObject({ code: z.literal(200), status: z.string(), data: z.record(z.string(), z.unknown()) });
const failure = z.looseObject({
  code: z.number(),
  status: z.string(),
  error: z.string(),
  errorCode: z.number(),
  errorMessage: z.string(),
  errorDetails: z.record(z.string(), z.array(z.string())).optional(),
  retryAfterSeconds: z.number().optional(),
});

/** The argument of the SDK's callback: `data` of a success, or the error. */
export type SdkAnswer = { data?: z.infer<typeof success>['data']; error?: z.infer<typeof failure> };

/**
 * The SDK does not handle the rejected promise of a failed login. A browser only reports it, but Node would end the
 * process.
 */
class ForgivingPromise<Value> extends Promise<Value> {
  static override get [Symbol.species]() {
    return Promise;
  }
  constructor(executor: ConstructorParameters<typeof Promise<Value>>[0]) {
    super(executor);
    this.catch(() => undefined);
  }
}

class FetchXmlHttpRequest {
  status = 0;
  readyState = 0;
  responseText = '';
  onloadend?: () => void;
  onerror?: () => void;
  onreadystatechange?: () => void;
  #url = '';
  #headers: Record<string, string> = {};

  open(_method: string, url: string): void {
    this.#url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }
  send(body: string): void {
    void this.#exchange(body);
  }
  async #exchange(body: string): Promise<void> {
    try {
      const answer = await fetch(this.#url, { method: 'POST', headers: this.#headers, body });
      this.status = answer.status;
      this.responseText = await answer.text();
    } catch {
      this.onerror?.();
    }
    this.readyState = 4;
    this.onreadystatechange?.();
    this.onloadend?.();
  }
}

const start = `
  PlayFab.settings.titleId = titleId;
  PlayFab.settings.productionServerUrl = baseUrl;
  PlayFab.settings.developerSecretKey = secretKey;
  (api, method, request, done) =>
    PlayFab[api + 'Api'][method](JSON.parse(request), (result, error) => done(JSON.stringify(result ?? error)));
`;

export type PlayfabSdk = {
  /** Makes one call as a page does. The SDK stores tickets and tokens between calls. */
  call(api: SdkApi, method: string, request?: object): Promise<SdkAnswer>;
  /** Returns the text that Microsoft's own tests read. */
  report(answer: SdkAnswer): string;
};

const reportScript = '(error) => PlayFab.GenerateErrorReport(JSON.parse(error))';

export const createPlayfabSdk = (settings: { baseUrl: string; titleId: string; secretKey?: string }): PlayfabSdk => {
  const page = vm.createContext({
    ...settings,
    secretKey: settings.secretKey ?? null,
    XMLHttpRequest: FetchXmlHttpRequest,
    Promise: ForgivingPromise,
    console,
  });
  for (const script of scripts) vm.runInContext(script, page);
  const run: unknown = vm.runInContext(start, page);
  const generate: unknown = vm.runInContext(reportScript, page);
  if (typeof run !== 'function' || typeof generate !== 'function') throw new Error('the SDK did not load');

  return {
    call: (api, method, request = {}) =>
      new Promise((resolve, reject) => {
        const done = (text: string): void => {
          const answer: unknown = JSON.parse(text);
          const good = success.safeParse(answer);
          resolve(good.success ? { data: good.data.data } : { error: failure.parse(answer) });
        };
        try {
          Reflect.apply(run, undefined, [api, method, JSON.stringify(request), done]);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    report: ({ error }) => String(Reflect.apply(generate, undefined, [JSON.stringify(error ?? null)])),
  };
};
