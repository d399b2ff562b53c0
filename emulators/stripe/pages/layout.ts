import { html, Html, type Part } from './html.ts';
import type { Reader } from './messages.ts';

/** The portal's logo as SVG. It shows parents whom they pay. */
export const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path d="M22 26L42,26A20 20 0 1 1 22,6Z" fill="#5448E0"/><path d="M27 21L27,1A20 20 0 0 1 47,21Z" fill="#FFC93C"/><circle cx="15.2" cy="29" r="2.9" fill="#FFF"/><circle cx="27" cy="31" r="2.9" fill="#FFF"/><path d="M16 36.5q5 4.5 9.5 .8" fill="none" stroke="#FFF" stroke-width="2.6" stroke-linecap="round"/></svg>`;

type PageOptions = { title: string; merchant: string; back: { url: string; label: string } | null };

/** Returns a page for customers. It contains no script, so it works with a strict content security policy. */
export const payingPage = (
  { language, messages }: Reader,
  { title, merchant, back }: PageOptions,
  content: Part,
): string =>
  html`${new Html('<!doctype html>')}
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${merchant}</title>
<link rel="icon" href="/simulator/mark.svg"><link rel="stylesheet" href="/simulator/pages.css"></head>
<body><aside class="simulation">${messages.simulation}</aside>
<header><div class="seller"><img src="/simulator/mark.svg" alt="" width="36" height="36"><span>${merchant}</span></div>
${back === null ? null : html`<a class="back" href="${back.url}">${back.label}</a>`}</header>
<main>${content}</main></body></html>
`.text;

/** Renders a message with an optional link. */
export const notice = (title: string, text: string, link: { url: string; label: string } | null): Html =>
  html`<section class="card notice"><h1>${title}</h1><p>${text}</p>
${link === null ? null : html`<p><a class="button" href="${link.url}">${link.label}</a></p>`}</section>`;

export const alertBox = (text: string): Html => html`<p class="alert bad" role="alert">${text}</p>`;
export const statusBox = (text: string): Html => html`<p class="alert ok" role="status">${text}</p>`;
