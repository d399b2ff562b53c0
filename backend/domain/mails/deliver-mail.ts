import { type Mailer, MailRefused } from '../../gateways/mail.ts';
import { UnrecoverableError, type JobHandlers } from '../outbox/worker.ts';
import type { MailSender } from './letter.ts';
import { renderMail } from './render-mail.ts';

/**
 * Creates the handler of the job `mail`. The text is rendered when the mail leaves, and the Message-ID is the job's id.
 */
export const createMailDelivery =
  (mailer: Mailer, sender: MailSender): JobHandlers['mail'] =>
  async (message, { id }) => {
    try {
      await mailer.send({ id, ...renderMail(message, sender) });
    } catch (error) {
      throw error instanceof MailRefused ? new UnrecoverableError('mail') : error;
    }
  };
