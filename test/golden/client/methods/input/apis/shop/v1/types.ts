import type { ListMeta, ObjectMeta, TypeMeta, int32 } from "@apimachinery/runtime";

/** Own methods of every verb, with types of this folder, of another folder and of a package.
 * +genclient
 * +genclient:onlyVerbs=get,list
 * +genclient:method=GetScale,verb=get,subresource=scale,result=../../scaling/v1.Scale
 * +genclient:method=UpdateScale,verb=update,subresource=scale,input=../../scaling/v1.Scale,result=../../scaling/v1.Scale
 * +genclient:method=ApplyScale,verb=apply,subresource=scale,input=../../scaling/v1.Scale,result=../../scaling/v1.Scale
 * +genclient:method=PatchScale,verb=patch,subresource=scale,result=../../scaling/v1.Scale
 * +genclient:method=ListVisits,verb=list,subresource=visits,result=Shop
 * +genclient:method=Open,verb=create
 * +genclient:method=Order,verb=create,subresource=orders,input=Order,result=@apimachinery/runtime.Status
 * +genclient:method=Rename,verb=update
 * +genclient:method=Change,verb=patch
 * +genclient:method=Find,verb=list
 * +genclient:method=Ensure,verb=apply */
export interface Shop extends TypeMeta<"shop.example.com/v1", "Shop"> {
  metadata: ObjectMeta;
  owner: string;
}

export interface ShopList extends TypeMeta<"shop.example.com/v1", "ShopList"> {
  metadata: ListMeta;
  items: Shop[];
}

export interface Order {
  count: int32;
}

/** Only the methods of its markers.
 * +genclient
 * +genclient:noVerbs
 * +genclient:method=Send,verb=create */
export interface Letter extends TypeMeta<"shop.example.com/v1", "Letter"> {
  metadata: ObjectMeta;
  text: string;
}
