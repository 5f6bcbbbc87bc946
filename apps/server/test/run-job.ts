import type { Job } from '#server/jobs/queue.ts'

/** Does the work of one of these jobs now. */
export async function runJob(jobs: readonly Job[], name: string): Promise<void> {
  const job = jobs.find((one) => one.name === name)
  if (job === undefined) throw new Error(`there is no job ${name}`)
  await job.work({})
}
