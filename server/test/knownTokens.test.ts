import { KnownTokens } from '@shp/server/auth/knownTokens';
import { expect, test } from 'vitest';

test('a token is cached until it expires', () => {
  const tokens = new KnownTokens();
  expect(tokens.accountOf('a')).toBeUndefined();
  tokens.add('a', 'account');
  expect(tokens.accountOf('a')).toBe('account');
  tokens.remove('a');
  expect(tokens.accountOf('a')).toBeUndefined();
});

test('above the limit the least recently used one is dropped', () => {
  const tokens = new KnownTokens(2);
  tokens.add('a', 'one');
  tokens.add('b', 'two');
  tokens.accountOf('a');
  tokens.add('c', 'three');
  expect(['a', 'b', 'c'].map((token) => tokens.accountOf(token))).toEqual(['one', undefined, 'three']);
});
