import { Readable } from 'node:stream'
import * as endpoints from '@callboard/contract/imports'
import type { FastifyRequest } from 'fastify'
import { routeWith } from '../../http/crud.ts'
import { route, type Routing } from '../../http/route.ts'
import { AppError } from '../../lib/app-error.ts'
import * as rules from './imports.ts'
import { OtherRange, receiveUpload, type Upload } from './receive-upload.ts'

const access = 'admin'

export async function routes(routing: Routing, parts: rules.ImportParts): Promise<void> {
  routeWith(routing, endpoints.searchImports, { access, parts, rule: rules.searchImports })
  routeWith(routing, endpoints.getImport, { access, parts, rule: rules.getImport })
  routeWith(routing, endpoints.stopImport, { access, parts, rule: rules.stopImport })
  routeWith(routing, endpoints.undoImport, { access, parts, rule: rules.undoOf })
  routeWith(routing, endpoints.listUpdatedCalls, { access, parts, rule: rules.listUpdated })

  await routing.app.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, body, parsed) => parsed(null, body))
    route({ ...routing, app }, endpoints.createImport, {
      access,
      handler: async ({ caller, query, body, request, reply }) => {
        try {
          return await receiveUpload(parts, caller, { ...query, ...partOf(request, body) })
        } catch (error) {
          // How much is there, for programs.
          if (error instanceof OtherRange) void reply.header('content-range', `bytes */${error.received}`)
          throw error
        }
      },
    })
    done()
  })
}

/** Throws `AppError` for a body that cannot be a part of a file as its headers say. */
function partOf({ headers }: FastifyRequest, body: unknown): Pick<Upload, 'range' | 'bytes' | 'chunks'> {
  const {
    'content-length': length,
    'content-encoding': encoding = 'identity',
    'content-range': given,
  } = headers
  if (encoding !== 'identity') throw new AppError('unsupportedMediaType', 'The body must not be compressed.')
  const range = given === undefined ? undefined : rangeOf(given)
  const bytes = length === undefined ? undefined : Number(length)
  if (range !== undefined && bytes !== undefined && bytes !== range.to - range.from + 1)
    throw new AppError('malformedBody', 'The body is not as long as Content-Range says.')
  if (!(body instanceof Readable)) return { range, bytes: 0, chunks: Readable.from([]) }
  // Whoever sends what is not taken is answered: the connection outlives the reading.
  return { range, bytes, chunks: body.iterator({ destroyOnReturn: false }) }
}

function rangeOf(text: string): NonNullable<Upload['range']> {
  const [, from, to, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(text)?.map(Number) ?? []
  if (from === undefined || to === undefined || total === undefined || from > to || to >= total)
    throw new AppError('invalid', 'Content-Range must be like bytes 0-999/5000.')
  return { from, to, total }
}
