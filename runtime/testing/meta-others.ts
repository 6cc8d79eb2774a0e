import type * as fc from "fast-check";
import type {
  APIGroup,
  APIGroupList,
  APIResource,
  APIResourceList,
  APIVersions,
  GroupVersionForDiscovery,
  RootPaths,
  ServerAddressByClientCIDR,
  Verbs,
} from "../meta/v1/discovery.js";
import type { GroupKind, GroupResource, GroupVersion } from "../group-version.js";
import type {
  ApplyOptions,
  CreateOptions,
  DeleteOptions,
  DeletionPropagation,
  GetOptions,
  IncludeObjectPolicy,
  ListOptions,
  PatchOptions,
  Preconditions,
  ResourceVersionMatch,
  TableOptions,
  UpdateOptions,
} from "../meta/v1/options.js";
import type { Status, StatusCause, StatusDetails } from "../meta/v1/status.js";
import type {
  PartialObjectMetadata,
  PartialObjectMetadataList,
  Table,
  TableColumnDefinition,
  TableRow,
  TableRowCondition,
} from "../meta/v1/table.js";
import type {
  List,
  ManagedFieldsOperationType,
  Patch,
  ShardInfo,
  WatchEvent,
  WatchEventType,
} from "../meta/v1/types.js";
import {
  APIGroupSchema,
  APIGroupListSchema,
  APIResourceSchema,
  APIResourceListSchema,
  APIVersionsSchema,
  ApplyOptionsSchema,
  CreateOptionsSchema,
  DeleteOptionsSchema,
  DeletionPropagationSchema,
  GetOptionsSchema,
  GroupKindSchema,
  GroupResourceSchema,
  GroupVersionSchema,
  GroupVersionForDiscoverySchema,
  IncludeObjectPolicySchema,
  ListSchema,
  ListOptionsSchema,
  ManagedFieldsOperationTypeSchema,
  PartialObjectMetadataSchema,
  PartialObjectMetadataListSchema,
  PatchSchema,
  PatchOptionsSchema,
  PreconditionsSchema,
  ResourceVersionMatchSchema,
  RootPathsSchema,
  ServerAddressByClientCIDRSchema,
  ShardInfoSchema,
  StatusSchema,
  StatusCauseSchema,
  StatusDetailsSchema,
  TableSchema,
  TableColumnDefinitionSchema,
  TableOptionsSchema,
  TableRowSchema,
  TableRowConditionSchema,
  UpdateOptionsSchema,
  VerbsSchema,
  WatchEventSchema,
  WatchEventTypeSchema,
} from "../meta/v1/zz_generated.schema.js";
import { arbitraryOf } from "./of-schema.js";

/**
 * @file Arbitraries for the meta/v1 types that API types rarely use. They are created from schemas.
 */

export function Fuzz_APIGroup(): fc.Arbitrary<APIGroup> {
  return arbitraryOf(APIGroupSchema);
}

export function Fuzz_APIGroupList(): fc.Arbitrary<APIGroupList> {
  return arbitraryOf(APIGroupListSchema);
}

export function Fuzz_APIResource(): fc.Arbitrary<APIResource> {
  return arbitraryOf(APIResourceSchema);
}

export function Fuzz_APIResourceList(): fc.Arbitrary<APIResourceList> {
  return arbitraryOf(APIResourceListSchema);
}

export function Fuzz_APIVersions(): fc.Arbitrary<APIVersions> {
  return arbitraryOf(APIVersionsSchema);
}

export function Fuzz_ApplyOptions(): fc.Arbitrary<ApplyOptions> {
  return arbitraryOf(ApplyOptionsSchema);
}

export function Fuzz_CreateOptions(): fc.Arbitrary<CreateOptions> {
  return arbitraryOf(CreateOptionsSchema);
}

export function Fuzz_DeleteOptions(): fc.Arbitrary<DeleteOptions> {
  return arbitraryOf(DeleteOptionsSchema);
}

export function Fuzz_DeletionPropagation(): fc.Arbitrary<DeletionPropagation> {
  return arbitraryOf(DeletionPropagationSchema);
}

export function Fuzz_GetOptions(): fc.Arbitrary<GetOptions> {
  return arbitraryOf(GetOptionsSchema);
}

export function Fuzz_GroupKind(): fc.Arbitrary<GroupKind> {
  return arbitraryOf(GroupKindSchema);
}

export function Fuzz_GroupResource(): fc.Arbitrary<GroupResource> {
  return arbitraryOf(GroupResourceSchema);
}

export function Fuzz_GroupVersion(): fc.Arbitrary<GroupVersion> {
  return arbitraryOf(GroupVersionSchema);
}

export function Fuzz_GroupVersionForDiscovery(): fc.Arbitrary<GroupVersionForDiscovery> {
  return arbitraryOf(GroupVersionForDiscoverySchema);
}

export function Fuzz_IncludeObjectPolicy(): fc.Arbitrary<IncludeObjectPolicy> {
  return arbitraryOf(IncludeObjectPolicySchema);
}

export function Fuzz_List(): fc.Arbitrary<List> {
  return arbitraryOf(ListSchema);
}

export function Fuzz_ListOptions(): fc.Arbitrary<ListOptions> {
  return arbitraryOf(ListOptionsSchema);
}

export function Fuzz_ManagedFieldsOperationType(): fc.Arbitrary<ManagedFieldsOperationType> {
  return arbitraryOf(ManagedFieldsOperationTypeSchema);
}

export function Fuzz_PartialObjectMetadata(): fc.Arbitrary<PartialObjectMetadata> {
  return arbitraryOf(PartialObjectMetadataSchema);
}

export function Fuzz_PartialObjectMetadataList(): fc.Arbitrary<PartialObjectMetadataList> {
  return arbitraryOf(PartialObjectMetadataListSchema);
}

export function Fuzz_Patch(): fc.Arbitrary<Patch> {
  return arbitraryOf(PatchSchema);
}

export function Fuzz_PatchOptions(): fc.Arbitrary<PatchOptions> {
  return arbitraryOf(PatchOptionsSchema);
}

export function Fuzz_Preconditions(): fc.Arbitrary<Preconditions> {
  return arbitraryOf(PreconditionsSchema);
}

export function Fuzz_ResourceVersionMatch(): fc.Arbitrary<ResourceVersionMatch> {
  return arbitraryOf(ResourceVersionMatchSchema);
}

export function Fuzz_RootPaths(): fc.Arbitrary<RootPaths> {
  return arbitraryOf(RootPathsSchema);
}

export function Fuzz_ServerAddressByClientCIDR(): fc.Arbitrary<ServerAddressByClientCIDR> {
  return arbitraryOf(ServerAddressByClientCIDRSchema);
}

export function Fuzz_ShardInfo(): fc.Arbitrary<ShardInfo> {
  return arbitraryOf(ShardInfoSchema);
}

export function Fuzz_Status(): fc.Arbitrary<Status> {
  return arbitraryOf(StatusSchema);
}

export function Fuzz_StatusCause(): fc.Arbitrary<StatusCause> {
  return arbitraryOf(StatusCauseSchema);
}

export function Fuzz_StatusDetails(): fc.Arbitrary<StatusDetails> {
  return arbitraryOf(StatusDetailsSchema);
}

export function Fuzz_Table(): fc.Arbitrary<Table> {
  return arbitraryOf(TableSchema);
}

export function Fuzz_TableColumnDefinition(): fc.Arbitrary<TableColumnDefinition> {
  return arbitraryOf(TableColumnDefinitionSchema);
}

export function Fuzz_TableOptions(): fc.Arbitrary<TableOptions> {
  return arbitraryOf(TableOptionsSchema);
}

export function Fuzz_TableRow(): fc.Arbitrary<TableRow> {
  return arbitraryOf(TableRowSchema);
}

export function Fuzz_TableRowCondition(): fc.Arbitrary<TableRowCondition> {
  return arbitraryOf(TableRowConditionSchema);
}

export function Fuzz_UpdateOptions(): fc.Arbitrary<UpdateOptions> {
  return arbitraryOf(UpdateOptionsSchema);
}

export function Fuzz_Verbs(): fc.Arbitrary<Verbs> {
  return arbitraryOf(VerbsSchema);
}

export function Fuzz_WatchEvent(): fc.Arbitrary<WatchEvent> {
  return arbitraryOf(WatchEventSchema);
}

export function Fuzz_WatchEventType(): fc.Arbitrary<WatchEventType> {
  return arbitraryOf(WatchEventTypeSchema);
}
