import { describe, expect, it } from 'vitest';
import {
  addRoute,
  type Groups,
  joinAbove,
  moveRoute,
  numberGroups,
  type Placed,
  removeRoute,
  toGroups,
} from './route-groups.ts';

const route = (key: string, priority: number, isManaged = false): Placed => ({ key, priority, isManaged });
const show = (groups: Groups<Placed> | null) => groups?.map((group) => group.map(({ key }) => key).join('+')).join(' ');

describe('toGroups', () => {
  it('puts equal priorities together, the lowest number first', () => {
    expect(show(toGroups([route('a', 20), route('b', 10), route('c', 20)]))).toBe('b a+c');
  });
});

describe('moveRoute', () => {
  const groups = toGroups([route('a', 1), route('b', 2), route('c', 2), route('d', 7)]);

  it.each([
    ['a', 'down', 'b+c a d'],
    ['b', 'up', 'a b c d'],
    ['b', 'down', 'a c b d'],
    ['d', 'up', 'a d b+c'],
  ] as const)('takes %s %s to %s', (key, direction, shown) => {
    expect(show(moveRoute(groups, key, direction))).toBe(shown);
  });

  it('knows where the list ends', () => {
    expect(moveRoute(groups, 'a', 'up')).toBeNull();
    expect(moveRoute(groups, 'd', 'down')).toBeNull();
    expect(moveRoute(groups, 'nobody', 'down')).toBeNull();
  });

  it('leaves routes of the configuration file where they are', () => {
    const held = toGroups([route('file', 1, true), route('a', 2), route('b', 3)]);
    expect(moveRoute(held, 'file', 'down')).toBeNull();
    // Nothing comes before the first number.
    expect(moveRoute(held, 'a', 'up')).toBeNull();
    expect(show(moveRoute(held, 'b', 'up'))).toBe('file b a');
    // There would be room for it elsewhere.
    const last = toGroups([route('a', 1), route('file', 5, true)]);
    expect(moveRoute(last, 'file', 'up')).toBeNull();
    expect(joinAbove(last, 'file')).toBeNull();
    expect(show(moveRoute(last, 'a', 'down'))).toBe('file a');
  });
});

describe('joinAbove', () => {
  it('shares with the group above and leaves the others behind', () => {
    const groups = toGroups([route('a', 1), route('b', 2), route('c', 2)]);
    expect(show(joinAbove(groups, 'b'))).toBe('a+b c');
    expect(show(joinAbove(toGroups([route('a', 1), route('b', 2)]), 'b'))).toBe('a+b');
    expect(joinAbove(groups, 'a')).toBeNull();
  });
});

describe('numberGroups', () => {
  it('counts from one', () => {
    expect(numberGroups(toGroups([route('a', 40), route('b', 90), route('c', 90)]))).toEqual([1, 2]);
  });

  it('goes around the numbers of the configuration file', () => {
    const held = [[route('a', 9)], [route('file', 5, true)], [route('b', 9)]];
    expect(numberGroups(held)).toEqual([1, 5, 6]);
  });

  it('says when there is no room', () => {
    expect(numberGroups([[route('a', 9)], [route('file', 1, true)]])).toBeNull();
    expect(numberGroups([[route('file', 1000, true)], [route('a', 9)]])).toBeNull();
    expect(numberGroups([[route('one', 1, true), route('two', 2, true)]])).toBeNull();
  });
});

describe('addRoute and removeRoute', () => {
  it('leave no empty group', () => {
    const groups = addRoute(toGroups([route('a', 1)]), route('b', 0));
    expect(show(groups)).toBe('a b');
    expect(show(removeRoute(groups, 'a'))).toBe('b');
  });
});
