/** Alerts about reading the chain: indexer and nodes. */
import type { Alert } from './alert.ts'

export const CHAIN_ALERTS: readonly Alert[] = [
  {
    name: 'GalxHalted',
    expr: 'max(galx_indexer_halted) == 1',
    severity: 'critical',
    summary: 'indexing has halted: an operator must decide',
    page: 'The indexer halted',
    example: {
      series: { 'galx_indexer_halted{job="galx-api"}': '0x4 1x20' },
      fires: '1m30s',
    },
  },
  {
    name: 'GalxContractsDiffer',
    expr: 'max(galx_indexer_checksum_differences) > 0',
    severity: 'critical',
    summary: '{{ $value }} figures of the tables differ from the contracts: nothing is signed',
    page: 'The tables differ from the contracts',
    example: {
      series: { 'galx_indexer_checksum_differences{job="galx-indexer"}': '0x4 2x20' },
      fires: '1m30s',
      with: [{ summary: '2 figures of the tables differ from the contracts: nothing is signed' }],
    },
  },
  {
    name: 'GalxContractsNotCompared',
    expr: '(time() - max(galx_indexer_checksum_passed_timestamp_seconds)) > 1800',
    hold: '5m',
    severity: 'warning',
    summary: 'the tables have not matched the contracts for {{ $value | humanizeDuration }}',
    page: 'The tables differ from the contracts',
    example: {
      series: { 'galx_indexer_checksum_passed_timestamp_seconds{job="galx-indexer"}': '0x160' },
      fires: '36m',
      with: [{ summary: 'the tables have not matched the contracts for 36m 0s' }],
    },
  },
  {
    name: 'GalxContractsNeverCompared',
    expr: 'absent(galx_indexer_checksum_passed_timestamp_seconds)',
    hold: '30m',
    severity: 'warning',
    summary: 'no comparison of the tables with the contracts has ever passed: nothing is signed',
    page: 'The tables differ from the contracts',
    example: {
      series: { 'galx_indexer_leads{job="galx-indexer"}': '1x160' },
      fires: '36m',
    },
  },
  {
    name: 'GalxIndexerLate',
    expr: 'max(galx_indexer_cursor_age_seconds) > 180',
    hold: '1m',
    severity: 'critical',
    summary: 'the tables are {{ $value | humanizeDuration }} behind the clock',
    page: 'The tables are late',
    example: {
      series: { 'galx_indexer_cursor_age_seconds{job="galx-api"}': '3x4 200x20' },
      fires: '3m',
      with: [{ summary: 'the tables are 3m 20s behind the clock' }],
    },
  },
  {
    name: 'GalxIndexerLeaders',
    expr: '(sum(galx_indexer_leads) or vector(0)) != 1',
    hold: '1m',
    severity: 'critical',
    summary: '{{ $value }} indexers lead, 1 should',
    page: 'Nobody leads, or two',
    example: {
      series: {
        'galx_indexer_leads{instance="a"}': '1x4 1x20',
        'galx_indexer_leads{instance="b"}': '0x4 1x20',
      },
      fires: '3m',
      with: [{ summary: '2 indexers lead, 1 should' }],
    },
  },
  {
    name: 'GalxIndexerNoStandBy',
    expr: '(count(up{job="galx-indexer"} == 1) or vector(0)) < 2',
    hold: '5m',
    severity: 'warning',
    summary: 'running indexers: {{ $value }}; no other indexer could take over',
    page: 'Nobody leads, or two',
    cluster: true,
    example: {
      series: {
        'up{job="galx-indexer",instance="a"}': '1x60',
        'up{job="galx-indexer",instance="b"}': '1x4 0x60',
      },
      fires: '8m',
      with: [{ summary: 'running indexers: 1; no other indexer could take over' }],
    },
  },
  {
    name: 'GalxNodesDisagree',
    expr: 'max(galx_indexer_disputed_block and on (instance) galx_indexer_leads == 1) > 0',
    hold: '30s',
    severity: 'critical',
    summary: 'nodes give different logs from block {{ $value | printf "%.0f" }} on: nothing is stored',
    page: 'Nodes that disagree',
    example: {
      series: {
        'galx_indexer_disputed_block{instance="a"}': '0x4 812x20',
        'galx_indexer_leads{instance="a"}': '1x24',
        'galx_indexer_disputed_block{instance="b"}': '777x24',
        'galx_indexer_leads{instance="b"}': '0x24',
      },
      fires: '3m',
      with: [{ summary: 'nodes give different logs from block 812 on: nothing is stored' }],
    },
  },
  {
    name: 'GalxNodeForges',
    expr: 'sum(increase(galx_indexer_rpc_faults_total{kind="forged"}[10m])) > 0',
    severity: 'critical',
    summary: 'a node gave a forged block',
    page: 'Nodes that disagree',
    example: {
      series: { 'galx_indexer_rpc_faults_total{kind="forged"}': '0x20 2x20' },
      quiet: '5m',
      fires: '6m',
    },
  },
  {
    name: 'GalxHeadersUnknown',
    // If nothing confirms such headers, none is stored, and only the faults show the problem.
    expr: 'max(galx_indexer_unknown_headers and on (instance) galx_indexer_leads == 1) > 0 or sum(increase(galx_indexer_rpc_faults_total{kind="unknownHeader"}[10m])) > 0',
    severity: 'critical',
    summary:
      'a hard fork added a header field, so hashes of headers cannot be computed: install the version that knows the field',
    page: 'Headers have a new field',
    example: {
      series: {
        'galx_indexer_unknown_headers{instance="a"}': '0x4 1x20',
        'galx_indexer_leads{instance="a"}': '1x24',
        'galx_indexer_unknown_headers{instance="b"}': '1x24',
        'galx_indexer_leads{instance="b"}': '0x24',
      },
      fires: '2m',
    },
  },
  {
    name: 'GalxRangeUnconfirmed',
    expr: 'max(galx_indexer_unconfirmed_block and on (instance) galx_indexer_leads == 1) > 0',
    hold: '30m',
    severity: 'warning',
    summary:
      'only one node has given the blocks from {{ $value | printf "%.0f" }} on: no later epoch is shown or signed',
    page: 'Nodes that disagree',
    example: {
      series: {
        'galx_indexer_unconfirmed_block{instance="a"}': '0x4 900x160',
        'galx_indexer_leads{instance="a"}': '1x164',
      },
      quiet: '5m',
      fires: '35m',
      with: [
        { summary: 'only one node has given the blocks from 900 on: no later epoch is shown or signed' },
      ],
    },
  },
  {
    name: 'GalxNodeAway',
    expr: 'max by (node) (galx_node_up) == 0',
    hold: '1m',
    severity: 'warning',
    summary: 'the node {{ $labels.node }} does not answer',
    page: 'A node is away or behind',
    example: {
      series: { 'galx_node_up{node="one:8545"}': '1x4 0x20', 'galx_node_up{node="two:8545"}': '1x24' },
      fires: '3m',
      with: [{ labels: { node: 'one:8545' }, summary: 'the node one:8545 does not answer' }],
    },
  },
  {
    name: 'GalxNodesAllAway',
    expr: 'max(galx_chain_up) == 0',
    hold: '30s',
    severity: 'critical',
    summary: 'no node answers any API process',
    page: 'A node is away or behind',
    example: {
      series: { 'galx_chain_up{instance="a"}': '1x4 0x20' },
      fires: '2m',
    },
  },
  {
    name: 'GalxNodeBehind',
    expr: 'scalar(max(galx_node_head_block)) - max by (node) (galx_node_head_block) > 20',
    hold: '1m',
    severity: 'warning',
    summary: 'the node {{ $labels.node }} is {{ $value }} blocks behind the others',
    page: 'A node is away or behind',
    example: {
      series: {
        'galx_node_head_block{node="one:8545"}': '100+15x24',
        'galx_node_head_block{node="two:8545"}': '100x24',
      },
      quiet: '15s',
      fires: '2m',
      with: [{ labels: { node: 'two:8545' }, summary: 'the node two:8545 is 120 blocks behind the others' }],
    },
  },
  {
    name: 'GalxChainStands',
    expr: 'min(galx_chain_head_age_seconds) > 60',
    hold: '1m',
    severity: 'critical',
    summary: 'the newest block of any node is {{ $value | humanizeDuration }} old',
    page: 'A node is away or behind',
    example: {
      series: { 'galx_chain_head_age_seconds{instance="a"}': '2x4 90x20' },
      fires: '3m',
      with: [{ summary: 'the newest block of any node is 1m 30s old' }],
    },
  },
]
