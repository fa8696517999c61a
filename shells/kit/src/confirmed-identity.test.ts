import { describe, expect, it } from 'vitest';
import { ApiError, type Client } from './client.ts';
import { withConfirmedIdentity } from './confirmed-identity.ts';

const refusal = (code: string) => new ApiError(403, { code, message: 'Confirme sua senha para continuar.' });

/** Returns the answers one after the other; an error among them is thrown. */
function clientAnswering(...answers: unknown[]) {
  const inputs: unknown[] = [];
  const call = async (_procedure: unknown, input: unknown) => {
    inputs.push(input);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { client: { call } as unknown as Client, inputs };
}
const procedure = { name: 'account.changePassword' } as never;

describe('withConfirmedIdentity', () => {
  it('repeats the same call once the person has proved who it is', async () => {
    const { client, inputs } = clientAnswering(refusal('REAUTHENTICATION_REQUIRED'), { ok: true });

    const answer = await withConfirmedIdentity(client, async () => true).call(procedure, { id: 1 } as never);

    expect(answer).toEqual({ ok: true });
    expect(inputs).toEqual([{ id: 1 }, { id: 1 }]);
  });

  it("leaves the call refused in the server's words when the person gives up", async () => {
    const { client, inputs } = clientAnswering(refusal('REAUTHENTICATION_REQUIRED'));

    const call = withConfirmedIdentity(client, async () => false).call(procedure, {} as never);

    await expect(call).rejects.toMatchObject({ message: 'Confirme sua senha para continuar.' });
    expect(inputs).toHaveLength(1);
  });

  it('asks nobody about another refusal, nor twice about one call', async () => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return true;
    };
    const denied = clientAnswering(refusal('ACCESS_DENIED'));
    const stubborn = clientAnswering(refusal('REAUTHENTICATION_REQUIRED'), refusal('REAUTHENTICATION_REQUIRED'));

    await expect(withConfirmedIdentity(denied.client, ask).call(procedure, {} as never)).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
    });
    expect(asked).toBe(0);
    await expect(withConfirmedIdentity(stubborn.client, ask).call(procedure, {} as never)).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
    expect(asked).toBe(1);
  });
});
