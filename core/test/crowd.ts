/**
 * Runs all tasks, `size` of them at any time: twice as many as a node has connections race as hard as a thousand, while none waits longer
 * for a connection than a node lets it on a slow machine. Returns what became of each, in their order.
 */
export async function settleInCrowd<T>(
  tasks: readonly (() => Promise<T>)[],
  size = 20,
): Promise<PromiseSettledResult<T>[]> {
  const settled: PromiseSettledResult<T>[] = [];
  const rest = tasks.entries();
  async function runRest(): Promise<void> {
    for (const [index, task] of rest) {
      const [result] = await Promise.allSettled([task()]);
      settled[index] = result;
    }
  }
  await Promise.all(Array.from({ length: size }, runRest));
  return settled;
}
