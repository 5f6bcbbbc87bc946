import { maxAttributes } from '@callboard/contract/attributes'
import { searchAttributes } from '@callboard/contract/manage-attributes'
import * as endpoints from '@callboard/contract/mappings'
import type { GuessReason, Mapping, SampleColumn, SourceMapping } from '@callboard/contract/mappings'
import { formatDateTime } from '@callboard/contract/format-time'
import { getSource, type Source } from '@callboard/contract/sources'
import { hashKey, useMutation, useQuery } from '@tanstack/react-query'
import { Button, Select, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ImportButton } from '#web/features/imports/ImportButton.tsx'
import { takeHandedFile } from '#web/features/mappings/handed-file.ts'
import { MappingEditor } from '#web/features/mappings/MappingEditor.tsx'
import { fieldsToMap, type MappedField, missingIn } from '#web/features/mappings/mapping-edit.ts'
import { guessOf, sourceMappingQuery } from '#web/features/mappings/queries.ts'
import { SampleDrop } from '#web/features/mappings/SampleDrop.tsx'
import { type SampleFile, sampleOfFile } from '#web/features/mappings/sample-file.ts'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useCurrentUser } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { useLeaveQuestion } from '#web/records/forms/leave-question.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { Hint, QuietText } from '#web/ui/layout.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

const sourcesCrumb = { name: 'Sources', path: paths.manageList('sources') }

/** How the rows of a source's files, and what it posts, become calls. */
export function SourceMappingPage() {
  const { id = '' } = useParams()
  const source = useQuery(endpointQuery('source', getSource, { params: { id } }))
  const saved = useQuery(sourceMappingQuery(id))
  if (source.data !== undefined && saved.data !== undefined)
    return <MappingOf source={source.data} saved={saved.data} />
  return (
    <PageFrame title="Mapping" breadcrumbs={<ManageCrumbs above={[sourcesCrumb]} />}>
      <QueryState query={source} wayOn={{ label: 'Go to Sources', path: sourcesCrumb.path }}>
        {() => <QueryState query={saved}>{() => null}</QueryState>}
      </QueryState>
    </PageFrame>
  )
}

interface Edited {
  mapping: Mapping | null
  reasons: readonly GuessReason[]
  columns: readonly SampleColumn[]
}

interface MappingOfProps {
  source: Source
  saved: SourceMapping
}

function MappingOf({ source, saved }: MappingOfProps) {
  const [edited, setEdited] = useState<Edited>({ mapping: saved.mapping, reasons: [], columns: [] })
  const [sample, setSample] = useState<SampleFile>()
  const guessing = useMutation({
    mutationFn: async (taken: SampleFile) => await guessOf(source.id, taken),
    onSuccess: ({ mapping, reasons, columns }) => setEdited({ mapping, reasons, columns }),
  })
  const take = (taken: SampleFile) => {
    setSample(taken)
    // A mapping that there is already is tried on the sample; only without one it is guessed.
    if (edited.mapping === null) guessing.mutate(taken)
  }
  const { mutate: read, ...reading } = useMutation({ mutationFn: sampleOfFile, onSuccess: take })
  useEffect(() => {
    const file = takeHandedFile(source.id)
    if (file !== undefined) read(file)
  }, [source.id, read])
  const { customerId } = source
  const attributes = useQuery(
    endpointQuery('attribute', searchAttributes, { body: { customerId, pageSize: maxAttributes } }),
  )
  const fields = fieldsToMap(attributes.data?.items ?? [])
  const { mapping, reasons, columns } = edited
  const isPreparing = reading.isPending || (reading.isSuccess && guessing.isPending && mapping === null)
  // What is saved need not be loaded again before the page is left.
  const lastSaved = useRef<Mapping>(undefined)
  useLeaveQuestion(() => mapping !== null && mapping !== lastSaved.current && !isSame(mapping, saved.mapping))
  return (
    <PageFrame
      title={`Mapping of ${source.name}`}
      description="Which column or field of its data is which part of a call"
      breadcrumbs={
        <ManageCrumbs
          above={[sourcesCrumb, { name: source.name, path: paths.manageRecord('sources', source.id) }]}
        />
      }
      actions={
        mapping !== null && (
          <Actions
            source={source}
            saved={saved}
            mapping={mapping}
            fields={fields}
            sample={sample}
            isGuessing={guessing.isPending}
            onGuess={(from) => guessing.mutate(from)}
            onSaved={() => {
              lastSaved.current = mapping
            }}
            onLoad={(older) => setEdited({ mapping: older, reasons: [], columns })}
          />
        )
      }
    >
      {isPreparing ? (
        <Panel title="Looking at the file">
          <Skeleton />
        </Panel>
      ) : (
        (mapping === null || sample === undefined) && (
          <Panel title={mapping === null ? 'Show the portal a sample' : 'Try it on a sample'}>
            <SampleDrop isBusy={guessing.isPending} onSample={take} />
          </Panel>
        )
      )}
      {reading.error !== null && <ErrorNote error={reading.error} title="This cannot be looked at" />}
      {guessing.error !== null && (
        <ErrorNote error={guessing.error} title="Nothing could be read of this sample" />
      )}
      {sample !== undefined && mapping !== null && (
        <Hint>
          {sample.name === '' ? 'The text that you pasted' : sample.name}{' '}
          <Button size="small" type="link" onClick={() => setSample(undefined)}>
            Take another sample
          </Button>
        </Hint>
      )}
      {mapping !== null && (
        <MappingEditor
          sourceId={source.id}
          timeZone={source.timeZone}
          fields={fields}
          mapping={mapping}
          reasons={reasons}
          columns={columns}
          sample={sample}
          onChange={(next, left) => setEdited({ mapping: next, reasons: left, columns })}
        />
      )}
    </PageFrame>
  )
}

/** The parts of what is saved may be in another order. */
function isSame(mapping: Mapping, saved: Mapping | null): boolean {
  return hashKey([mapping]) === hashKey([saved])
}

interface ActionsProps extends MappingOfProps {
  mapping: Mapping
  fields: readonly MappedField[]
  sample: SampleFile | undefined
  isGuessing: boolean
  onGuess: (sample: SampleFile) => void
  onSaved: () => void
  onLoad: (mapping: Mapping) => void
}

function Actions(props: ActionsProps) {
  const { source, saved, mapping, fields, sample, isGuessing, onGuess, onSaved, onLoad } = props
  const missing = missingIn(mapping, fields)
  const { timeZone } = useCurrentUser()
  const invalidate = useInvalidate()
  const isSaved = saved.mapping !== null && isSame(mapping, saved.mapping)
  const file = sample?.file
  const save = async () => {
    await send(endpoints.saveSourceMapping, {
      params: { id: source.id },
      body: { mapping, after: saved.versions[0]?.version ?? 0 },
    })
    onSaved()
  }
  const loading = useMutation({
    mutationFn: async (version: number) =>
      await send(endpoints.getSourceMapping, { params: { id: source.id }, query: { version } }),
    onSuccess: (older) => older.mapping !== null && onLoad(older.mapping),
  })
  return (
    <Space wrap>
      {saved.versions.length > 0 && (
        <Select
          aria-label="Version"
          style={{ minWidth: 200 }}
          loading={loading.isPending}
          value={saved.version}
          options={saved.versions.map(({ version, createdAt, createdByName }) => ({
            value: version,
            label: `Version ${version}, ${formatDateTime(createdAt, timeZone ?? source.timeZone)}${createdByName === null ? '' : `, ${createdByName}`}`,
          }))}
          onChange={(version) => version !== null && loading.mutate(version)}
        />
      )}
      {missing !== undefined && <QuietText fontSize={13}>{missing}</QuietText>}
      {sample !== undefined && (
        <Button loading={isGuessing} onClick={() => onGuess(sample)}>
          Guess again
        </Button>
      )}
      <ActionButton
        type={isSaved || file !== undefined ? 'default' : 'primary'}
        disabled={missing !== undefined}
        action={save}
        changes={['source']}
        done="The mapping is saved. It applies to the next file, and to everything posted from now on."
      >
        Save
      </ActionButton>
      {(isSaved || file !== undefined) && (
        <ImportButton
          sourceId={source.id}
          file={file}
          isPrimary
          isDisabled={missing !== undefined}
          save={
            isSaved
              ? undefined
              : async () => {
                  try {
                    await save()
                  } finally {
                    await invalidate('source')
                  }
                }
          }
        />
      )}
    </Space>
  )
}
