import { type Client, type ClientOptions, createClient, type TransportResponse } from '@shp/shared/api/client';
import { hashPassword } from '@shp/shared/domain/accounts/passwords';

/** A client that confirms its session with the password when a call needs it; without a password it declines. */
export function confirmingClient<R extends TransportResponse>(
  options: ClientOptions<R>,
  password: string | null,
): Client<R> {
  let known = password === null ? null : hashPassword(password);
  const client = createClient<R>({
    ...options,
    async confirm() {
      if (known === null) return false;
      await client.call('POST session/confirm', { password: known });
      return true;
    },
  });
  return {
    ...client,
    async call(key, input, extra) {
      const answer = await client.call(key, input, extra);
      if (key === 'POST user/change_password') known = (input as { newPassword: string }).newPassword;
      return answer;
    },
  };
}
