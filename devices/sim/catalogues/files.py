"""Words of Files."""

WORDS = {
    "1 item": ("1 Element", "1 项", "عنصر واحد"),
    "1 item deleted": ("1 Element gelöscht", "已删除 1 项", "تم حذف عنصر واحد"),
    "Zip archive": ("Zip-Archiv", "ZIP 压缩文件", "أرشيف مضغوط"),
    "Audio": ("Audio", "音频", "صوت"),
    "Copied to {folder}": ("Nach {folder} kopiert", "已复制到{folder}", "تم النسخ إلى {folder}"),
    "Copy here": ("Hierher kopieren", "复制到此处", "النسخ إلى هنا"),
    "Copy to…": ("Kopieren nach…", "复制到…", "نسخ إلى…"),
    "Copy {count} items": ("{count} Elemente kopieren", "复制 {count} 项", "نسخ {count} عناصر"),
    "Copy “{name}”": ("„{name}“ kopieren", "复制“{name}”", "نسخ «{name}»"),
    "Delete {count} items?": ("{count} Elemente löschen?", "要删除 {count} 项吗？", "هل تريد حذف {count} عناصر؟"),
    "Delete “{name}”?": ("„{name}“ löschen?", "要删除“{name}”吗？", "هل تريد حذف «{name}»؟"),
    "Document": ("Dokument", "文档", "مستند"),
    "Everything in a folder is deleted with it.": (
        "Alles in einem Ordner wird mit ihm gelöscht.", "文件夹中的所有内容都会一并删除。", "سيتم حذف كل محتويات المجلد معه."
    ),
    "File": ("Datei", "文件", "ملف"),
    "Files": ("Dateien", "文件管理", "الملفات"),
    "Folder": ("Ordner", "文件夹", "مجلد"),
    "Image": ("Bild", "图片", "صورة"),
    "Keep both": ("Beide behalten", "保留两者", "الاحتفاظ بكليهما"),
    "Keep both, or replace the one that is there?": (
        "Beide behalten oder die vorhandene Datei ersetzen?",
        "要保留两者，还是替换现有文件？",
        "هل تريد الاحتفاظ بكليهما أم استبدال الملف الحالي؟"
    ),
    "Modified": ("Geändert", "修改时间", "تاريخ التعديل"),
    "Modified (newest first)": ("Geändert (neueste zuerst)", "修改时间（从新到旧）", "تاريخ التعديل (الأحدث أولاً)"),
    "Modified (oldest first)": ("Geändert (älteste zuerst)", "修改时间（从旧到新）", "تاريخ التعديل (الأقدم أولاً)"),
    "Move here": ("Hierher verschieben", "移至此处", "النقل إلى هنا"),
    "Move to…": ("Verschieben nach…", "移至…", "نقل إلى…"),
    "Move {count} items": ("{count} Elemente verschieben", "移动 {count} 项", "نقل {count} عناصر"),
    "Name (A to Z)": ("Name (A bis Z)", "名称（A 到 Z）", "الاسم (من أ إلى ي)"),
    "Name (Z to A)": ("Name (Z bis A)", "名称（Z 到 A）", "الاسم (من ي إلى أ)"),
    "No files found": ("Keine Dateien gefunden", "未找到文件", "لم يتم العثور على ملفات"),
    "No folders here": ("Keine Ordner vorhanden", "此处没有文件夹", "لا توجد مجلدات هنا"),
    "No items": ("Keine Elemente", "无任何文件", "ما من عناصر"),
    "PDF document": ("PDF-Dokument", "PDF 文档", "مستند PDF"),
    "Renamed to “{name}”": ("In „{name}“ umbenannt", "已重命名为“{name}”", "تمت إعادة التسمية إلى «{name}»"),
    "Rename “{name}”": ("„{name}“ umbenennen", "重命名“{name}”", "إعادة تسمية «{name}»"),
    "Replace": ("Ersetzen", "替换", "استبدال"),
    "Search files": ("Dateien durchsuchen", "搜索文件", "البحث في الملفات"),
    "Size": ("Größe", "大小", "الحجم"),
    "Size (largest first)": ("Größe (größte zuerst)", "大小（从大到小）", "الحجم (الأكبر أولاً)"),
    "Size (smallest first)": ("Größe (kleinste zuerst)", "大小（从小到大）", "الحجم (الأصغر أولاً)"),
    "Sort by": ("Sortieren nach", "排序方式", "ترتيب حسب"),
    "Spreadsheet": ("Tabelle", "表格", "جدول بيانات"),
    "Storage": ("Speicher", "存储空间", "مساحة التخزين"),
    "Text": ("Text", "文本", "نص"),
    "The name has a character that is not allowed": (
        "Der Name enthält ein unzulässiges Zeichen", "名称包含不允许使用的字符", "يتضمّن الاسم رمزًا غير مسموح به"
    ),
    "This file is no longer there": ("Diese Datei ist nicht mehr vorhanden", "该文件已不存在", "لم يعُد هذا الملف موجودًا"),
    "Type": ("Typ", "类型", "النوع"),
    "Video": ("Video", "视频", "فيديو"),
    "{count} items": ("{count} Elemente", "{count} 项", "{count} عناصر"),
    "{count} items deleted": ("{count} Elemente gelöscht", "已删除 {count} 项", "تم حذف {count} عناصر"),
    "“{name}” is already in “{folder}”": (
        "„{name}“ ist bereits in „{folder}“ vorhanden", "“{folder}”中已有“{name}”", "«{name}» موجود من قبل في «{folder}»"
    ),
}  # fmt: skip
