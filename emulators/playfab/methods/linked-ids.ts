import { z } from 'zod';
import { type PlayfabErrorName, PlayfabError } from '../errors.ts';
import { opaqueId, type Method, playerMethod } from '../method.ts';
import type { LinkKind } from '../schema.ts';

type LinkedId = {
  /** The end of the names of both methods. */
  name: string;
  field: string;
  kind: LinkKind;
  claimed: PlayfabErrorName;
  notLinked: PlayfabErrorName;
};

const device = { claimed: 'LinkedDeviceAlreadyClaimed', notLinked: 'DeviceNotLinked' } as const;
const linkedIds: readonly LinkedId[] = [
  {
    name: 'CustomID',
    field: 'CustomId',
    kind: 'custom',
    claimed: 'LinkedIdentifierAlreadyClaimed',
    notLinked: 'CustomIdNotLinked',
  },
  { name: 'IOSDeviceID', field: 'DeviceId', kind: 'ios', ...device },
  { name: 'AndroidDeviceID', field: 'AndroidDeviceId', kind: 'android', ...device },
];

const linkMethod = ({ name, field, kind, claimed }: LinkedId): Method =>
  playerMethod(
    `/Client/Link${name}`,
    z.object({ [field]: opaqueId(field) }),
    async ({ links, clock }, request, { playfab_id: owner }) => {
      const id = z.string().parse(request[field]);
      if (!(await links.link(kind, id, owner, clock.now()))) throw new PlayfabError(claimed);
      return {};
    },
  );

const unlinkMethod = ({ name, field, kind, notLinked }: LinkedId): Method =>
  playerMethod(
    `/Client/Unlink${name}`,
    z.object({ [field]: z.string().nullish() }),
    async ({ links }, request, { playfab_id: owner }) => {
      if (!(await links.unlink(kind, request[field], owner))) throw new PlayfabError(notLinked);
      return {};
    },
  );

/** `LinkCustomID`, `UnlinkCustomID`, and the same for the two kinds of devices. */
export const linkedIdMethods: readonly Method[] = linkedIds.flatMap((id) => [linkMethod(id), unlinkMethod(id)]);
