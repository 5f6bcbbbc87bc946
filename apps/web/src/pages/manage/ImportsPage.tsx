import { type Import, importSorts } from '@callboard/contract/imports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ImportProgress, ImportTag, stateNames } from '#web/features/imports/ImportState.tsx'
import { ImportSearch, importsQuery, isUnderWay, pollMs } from '#web/features/imports/queries.ts'
import { UploadDialog } from '#web/features/imports/UploadDialog.tsx'
import { useFileUpload } from '#web/features/imports/use-file-upload.ts'
import { handFile } from '#web/features/mappings/handed-file.ts'
import { useIsViewingAs } from '#web/lib/session/current-user.ts'
import { paths } from '#web/lib/urls/paths.ts'
import { useUrlState, type WriteSearch } from '#web/lib/urls/url-state.ts'
import { sourceChoice } from '#web/records/choices/source-choice.ts'
import { RecordList } from '#web/records/lists/RecordList.tsx'
import { ManageCrumbs } from '#web/records/ManageCrumbs.tsx'
import { RecordFilter } from '#web/records/RecordFilter.tsx'
import { TextLink } from '#web/ui/buttons/TextLink.tsx'
import { Grid, QuietText, Row } from '#web/ui/layout.tsx'
import { ChoiceFilter } from '#web/ui/fields/ChoiceFilter.tsx'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'
import { UnreadableAddress } from '#web/ui/page/UnreadableAddress.tsx'
import type { FitColumn } from '#web/ui/tables/fit-columns.ts'
import type { z } from 'zod'
import { PersonName } from '#web/ui/values/PersonName.tsx'
import { countColumn, timeColumn } from '#web/ui/tables/column-kinds.tsx'

/** Files of calls: who brought them when, and what came of them. */
export function ImportsPage({ isAdding = false }: { isAdding?: boolean }) {
  const { state, problem, write } = useUrlState(ImportSearch)
  const [isUploading, setUploading] = useState(isAdding)
  const isViewingAs = useIsViewingAs()
  const navigate = useNavigate()
  const upload = useFileUpload(({ id }) => void navigate(paths.manageRecord('imports', id)))
  return (
    <PageFrame
      title="Imports"
      description="Files of calls and their results"
      breadcrumbs={<ManageCrumbs />}
      actions={
        !isViewingAs && (
          <Button type="primary" onClick={() => setUploading(true)}>
            Import a file
          </Button>
        )
      }
    >
      {problem === undefined ? <List state={state} write={write} /> : <UnreadableAddress problem={problem} />}
      {isUploading && !isViewingAs && (
        <UploadDialog
          sourceId={state?.source}
          upload={upload}
          onClose={() => {
            setUploading(false)
            if (isAdding) void navigate(paths.manageList('imports'), { replace: true })
          }}
          onMap={(sourceId, file) => {
            handFile(sourceId, file)
            void navigate(paths.sourceMapping(sourceId))
          }}
        />
      )}
    </PageFrame>
  )
}

function List({ state, write }: { state: z.output<typeof ImportSearch>; write: WriteSearch }) {
  const query = useQuery({
    ...importsQuery(state),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isUnderWay) === true ? pollMs : false),
  })
  return (
    <RecordList
      noun="imports"
      hasInactive={false}
      query={query}
      sorts={importSorts}
      state={state}
      write={write}
      columns={columns}
      isFiltered={state.source !== undefined || state.state !== undefined}
      filters={
        <Row gap={8} wrap>
          <RecordFilter
            label="Source"
            choice={sourceChoice(undefined)}
            value={state.source}
            onChange={(source) => write({ source, page: undefined }, 'push')}
          />
          <ChoiceFilter
            label="State"
            names={stateNames}
            value={state.state}
            onChange={(chosen) => write({ state: chosen, page: undefined }, 'push')}
          />
        </Row>
      }
    />
  )
}

const columns: readonly FitColumn<Import>[] = [
  {
    key: 'name',
    title: 'File',
    minWidth: 200,
    render: (_, { id, name }) => <TextLink to={paths.manageRecord('imports', id)}>{name}</TextLink>,
  },
  {
    key: 'state',
    title: 'State',
    isUnlabelled: true,
    minWidth: 190,
    priority: 0,
    render: (_, item) =>
      isUnderWay(item) ? (
        <ImportProgress item={item} />
      ) : (
        <Grid gap={2}>
          <ImportTag {...item} />
          {item.state === 'failed' && <QuietText fontSize={12.5}>{item.error}</QuietText>}
        </Grid>
      ),
  },
  { key: 'sourceName', title: 'Source', minWidth: 150, priority: 2, dataIndex: 'sourceName' },
  timeColumn('createdAt', { title: 'Started', minWidth: 150, priority: 1, show: 'recent' }),
  countColumn('created', { title: 'Created', minWidth: 90, priority: 3 }),
  countColumn('updated', { title: 'Updated', minWidth: 90, priority: 5 }),
  countColumn('unchanged', { title: 'Unchanged', minWidth: 90, priority: 6 }),
  countColumn('rejected', { title: 'Rejected', minWidth: 90, priority: 4 }),
  {
    key: 'userName',
    title: 'Who',
    minWidth: 120,
    priority: 7,
    render: (_, { userName, fullName, way }) =>
      fullName === null ? (
        <QuietText>{way === 'folder' ? 'folder' : 'command'}</QuietText>
      ) : (
        <PersonName userName={userName} fullName={fullName} />
      ),
  },
]
