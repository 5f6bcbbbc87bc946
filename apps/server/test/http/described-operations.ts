import { z } from 'zod'

const Operation = z.object({
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(['path', 'query']), example: z.unknown().optional() }),
  ),
  security: z.array(z.record(z.string(), z.unknown())),
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.object({
          example: z.unknown().optional(),
          examples: z.record(z.string(), z.object({ value: z.unknown() })).optional(),
        }),
      ),
    })
    .optional(),
})
export type Operation = z.infer<typeof Operation>
export const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

export interface Example {
  contentType?: string
  body?: unknown
}

export function examplesOf({ requestBody }: Operation): Example[] {
  if (requestBody === undefined) return [{}]
  return Object.entries(requestBody.content).flatMap(([contentType, { example, examples = {} }]) => {
    const values = Object.values(examples).map(({ value }) => value)
    return (values.length > 0 ? values : [example]).map((body) => ({ contentType, body }))
  })
}
