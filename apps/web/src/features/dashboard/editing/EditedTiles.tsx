import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { type DashboardTile, dashboardTiles } from '@callboard/contract/dashboard'
import { Button } from 'antd'
import { tileLabel } from '#web/features/dashboard/parts/tiles.ts'
import { Row, Stack } from '#web/ui/layout.tsx'
import { moved } from '#web/ui/editing/moved.ts'
import { SortableList } from '#web/ui/editing/SortableList.tsx'

interface EditedTilesProps {
  tiles: readonly DashboardTile[]
  onChange: (tiles: readonly DashboardTile[]) => void
}

/** The tiles that are shown, in their order, and those that could be. */
export function EditedTiles({ tiles, onChange }: EditedTilesProps) {
  const others = dashboardTiles.filter((name) => !tiles.includes(name))
  return (
    <Stack gap={10}>
      <SortableList
        label="Tiles"
        items={tiles}
        keyOf={(name) => name}
        nameOf={tileLabel}
        onMove={(from, to) => onChange(moved(tiles, from, to))}
        renderItem={(name) => (
          <Row gap={8} align="center" justify="space-between" minHeight={24}>
            {tileLabel(name)}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`Remove ${tileLabel(name)}`}
              title="Remove"
              onClick={() => onChange(tiles.filter((other) => other !== name))}
            />
          </Row>
        )}
      />
      {others.length > 0 && (
        <Row gap={6} wrap>
          {others.map((name) => (
            <Button
              key={name}
              size="small"
              icon={<PlusOutlined aria-hidden />}
              aria-label={`Add ${tileLabel(name)}`}
              onClick={() => onChange([...tiles, name])}
            >
              {tileLabel(name)}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  )
}
