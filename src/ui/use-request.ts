import { useEffect, useState } from 'react';
import type { Result } from '../lib/result.ts';
import { createSingleRequest, type SingleRequest } from '../lib/single-request.ts';

export type RequestFailure = Extract<Result<unknown>, { ok: false }>['failure'];

/** One request at a time for a component; it is aborted when the component unmounts. */
export const useRequest = (): SingleRequest['send'] => {
  const [request] = useState(createSingleRequest);
  useEffect(() => () => request.abort(), [request]);
  return request.send;
};
