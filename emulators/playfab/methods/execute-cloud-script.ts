import { z } from 'zod';
import { callFunction } from '../call-function.ts';
import { PlayfabError } from '../errors.ts';
import { required } from '../fields.ts';
import { playerMethod } from '../method.ts';

const input = z.object({ FunctionName: required('FunctionName'), FunctionParameter: z.unknown().optional() });

/** Calls a function through the older API. A failed function still returns HTTP 200, with `Error` in the data. */
export const executeCloudScript = playerMethod(
  '/Client/ExecuteCloudScript',
  input,
  async (context, request, player) => {
    const shared = {
      FunctionName: request.FunctionName,
      Revision: 1,
      APIRequestsIssued: 0,
      HttpRequestsIssued: 1,
      MemoryConsumedBytes: 0,
      ProcessorTimeSeconds: 0,
      Logs: [],
    };
    try {
      const called = await callFunction(context, player, request.FunctionName, request.FunctionParameter);
      return { ...shared, ExecutionTimeSeconds: called.milliseconds / 1_000, FunctionResult: called.result };
    } catch (error) {
      if (!(error instanceof PlayfabError)) throw error;
      return {
        ...shared,
        ExecutionTimeSeconds: 0,
        Error: { Error: error.error, Message: error.message, StackTrace: '' },
      };
    }
  },
);
