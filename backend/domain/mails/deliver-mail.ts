import { type Mailer, MailRefused } from '../../gateways/mail.ts';
import { GiveUp, type JobHandlers } from '../outbox/worker.ts';
import type { MailSender } from './letter.ts';
import { renderMail } from './render-mail.ts';

/** The job `mail`: words are put in when the mail leaves, and its Message-ID is the job's. */
export const createMailDelivery =
  (mailer: Mailer, sender: MailSender): JobHandlers['mail'] =>
  async (message, { id }) => {
    try {
      await mailer.send({ id, ...renderMail(message, sender) });
    } catch (error) {
      throw error instanceof MailRefused ? new GiveUp('mail') : error;
    }
  };
